import { listUsers } from '#contract/user.ts'
import type { Api } from '#src/api/api.ts'

const PAGE_SIZE = 20

export const loadUsers = (api: Api, search: string) =>
  api.call(listUsers, { params: { paging: PAGE_SIZE }, query: search === '' ? {} : { search } })
