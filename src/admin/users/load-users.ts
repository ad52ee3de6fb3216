import type { QueryOf } from '#contract/endpoint.ts'
import { listUsers } from '#contract/user.ts'
import type { Api } from '#src/api/api.ts'

const PAGE_SIZE = 20

export type UserSort = NonNullable<QueryOf<typeof listUsers>['sort']>

export const loadUsers = (api: Api, search: string, sort?: UserSort) =>
  api.call(listUsers, {
    params: { paging: PAGE_SIZE },
    query: { ...(search !== '' && { search }), ...(sort && { sort }) },
  })
