import type { QueryOf } from '#contract/endpoint.ts'
import { listModules } from '#contract/modules.ts'
import { listSchoolyears } from '#contract/schoolyears.ts'
import { getTestmoment, listTestmoments } from '#contract/testmoments.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import type { Api } from '#src/api/api.ts'

/** All school years there will ever be, for the dropdown. */
const ALL_YEARS = 1_000

/** The test moments of the school year that was asked for, else of the active one, else of the latest. */
export async function loadTestmoments(api: Api, schoolyearId: number | undefined) {
  const { entities: schoolyears } = await api.call(listSchoolyears, { params: { paging: ALL_YEARS } })
  const active = schoolyears.find((year) => year.active) ?? null
  const chosen = schoolyears.find(({ id }) => id === schoolyearId) ?? active ?? schoolyears[0] ?? null
  const link = chosen?._links.testmoments
  return { schoolyears, active, chosen, first: link ? await api.follow(listTestmoments, link) : null }
}

export type TestmomentsOverview = Awaited<ReturnType<typeof loadTestmoments>>

export type YearWithTestmoments = { year: Schoolyear; first: NonNullable<TestmomentsOverview['first']> }

export type MomentSort = NonNullable<QueryOf<typeof listTestmoments>['sort']>

/** The first moments of a year in another order. */
export function loadMoments(api: Api, { _links: { testmoments } }: Schoolyear, sort: MomentSort) {
  if (!testmoments) throw new Error('The school year has no link to its moments')
  return api.follow(listTestmoments, testmoments, { query: { sort } })
}

/** The moment, and all modules of the school; null when only these could not be fetched. */
export async function loadTestmoment(api: Api, params: { schoolyear_id: number; id: number }) {
  const [testmoment, modules] = await Promise.all([
    api.call(getTestmoment, { params }),
    api.call(listModules).catch(() => null),
  ])
  return { testmoment, modules: modules?.entities ?? null }
}
