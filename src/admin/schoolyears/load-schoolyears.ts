import type { QueryOf } from '#contract/endpoint.ts'
import { getSchoolyear, listRecesses, listSchoolyears, previewCopy } from '#contract/schoolyears.gen.ts'
import type { Api } from '#src/api/api.ts'

const PAGE_SIZE = 10

/** Page size for the dropdown: more school years than there will ever be. */
const ALL_YEARS = 1_000

export type SchoolyearSort = NonNullable<QueryOf<typeof listSchoolyears>['sort']>

export const loadSchoolyears = (api: Api, { archived, sort }: { archived: boolean; sort?: SchoolyearSort }) =>
  api.call(listSchoolyears, {
    params: { paging: PAGE_SIZE },
    query: { ...(sort && { sort }), ...(archived && { archived: 'too' }) },
  })

export async function loadRecesses(api: Api, id: number) {
  const [schoolyear, recesses] = await Promise.all([
    api.call(getSchoolyear, { params: { id } }),
    api.call(listRecesses, { params: { id } }),
  ])
  return { schoolyear, recesses }
}

/**
 * Loads the moments that a school year can copy: from the requested year, or the latest other one with test moments. `preview`
 * is null if there is no other year.
 */
export async function loadCopy(api: Api, { id, from }: { id: number; from: number | undefined }) {
  const [schoolyear, { entities }] = await Promise.all([
    api.call(getSchoolyear, { params: { id } }),
    api.call(listSchoolyears, { params: { paging: ALL_YEARS }, query: { archived: 'too' } }),
  ])
  const others = entities.filter((year) => year.id !== id && (year.testmoments > 0 || year.id === from))
  const shown = others.filter((year) => !year.archived || year.id === from)
  const source_id = (others.find((year) => year.id === from) ?? shown[0])?.id
  return {
    schoolyear,
    sources: shown,
    preview: source_id === undefined ? null : await api.call(previewCopy, { params: { id, source_id } }),
  }
}

export type LoadedCopy = Awaited<ReturnType<typeof loadCopy>>
