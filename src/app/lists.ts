import type { User } from '#domain/users/user.schema.ts'
import { keepAmended, keptList } from '#src/offline/kept-list.ts'
import { lastKnownApi } from '#src/offline/last-known-api.ts'
import { onRead } from './connection.ts'
import { api } from './session.ts'

/** The API of one person, with what this device keeps for them. */
export const listsOf = ({ id }: Pick<User, 'id'>) =>
  lastKnownApi(api, {
    keptList: (url) => keptList(id, url),
    keepAmended: (url, body) => keepAmended(id, url, body),
    onRead,
  })
