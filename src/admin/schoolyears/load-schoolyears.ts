import type { QueryOf } from '#contract/endpoint.ts'
import { listSchoolyears } from '#contract/schoolyears.ts'
import type { Api } from '#src/api/api.ts'

const PAGE_SIZE = 10

export type SchoolyearSort = NonNullable<QueryOf<typeof listSchoolyears>['sort']>

export const loadSchoolyears = (api: Api, sort?: SchoolyearSort) =>
  api.call(listSchoolyears, { params: { paging: PAGE_SIZE }, query: sort ? { sort } : {} })
