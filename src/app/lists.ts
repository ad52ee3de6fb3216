import { startTransition } from 'react'
import type { User } from '#domain/users/user.schema.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import { keepAmended, keptList } from '#src/offline/kept-list.ts'
import { lastKnownApi } from '#src/offline/last-known-api.ts'
import { connection, onRead } from './connection.ts'
import { api } from './session.ts'

/** API of one user, with what this device caches for them. `shown` shows what it knows of their lists. */
export const listsOf = ({ id }: Pick<User, 'id'>, shown: Pick<StudentLists, 'learn' | 'show'>) =>
  lastKnownApi(api, {
    keptList: (url) => keptList(id, url),
    keepAmended: (url, body) => keepAmended(id, url, body),
    isGone: () => connection.getSnapshot().matches('disconnected'),
    onRead,
    onKnown: shown.learn,
    onLate: () => startTransition(shown.show),
  })
