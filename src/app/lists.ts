import { startTransition } from 'react'
import type { User } from '#domain/users/user.schema.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import { keepAmended, keptList } from '#src/offline/kept-list.ts'
import { lastKnownApi } from '#src/offline/last-known-api.ts'
import { connection, onRead } from './connection.ts'
import { api } from './session.ts'

/** API for one user that also answers from this device's cache. `store`: store of the lists on the screen. */
export const apiOf = ({ id }: Pick<User, 'id'>, store: Pick<StudentLists, 'learn' | 'show'>) =>
  lastKnownApi(api, {
    keptList: (url) => keptList(id, url),
    keepAmended: (url, body) => keepAmended(id, url, body),
    isGone: () => connection.getSnapshot().matches('disconnected'),
    onRead,
    onKnown: store.learn,
    onLate: () => startTransition(store.show),
  })
