import { listSchoolyears } from '#contract/schoolyear.ts'
import type { Api } from '#src/api/api.ts'

const PAGE_SIZE = 10

export const loadSchoolyears = (api: Api) => api.call(listSchoolyears, { params: { paging: PAGE_SIZE } })
