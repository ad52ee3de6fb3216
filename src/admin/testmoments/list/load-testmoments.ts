import type { QueryOf } from '#contract/endpoint.ts'
import { listModules } from '#contract/modules.gen.ts'
import { listRecesses } from '#contract/schoolyears.gen.ts'
import { listTestmoments } from '#contract/testmoments.gen.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import { isMomentFound } from '#domain/testmoments/moment-search.rules.ts'
import type { Api } from '#src/api/api.ts'
import { loadSchoolyearChoices } from '#src/parts/schoolyears.tsx'

const ALL_MOMENTS = 1_000

export interface TestmomentsSearch {
  /** school year to manage; by default the active one */
  schoolyear?: number
  /** the table by default */
  view?: 'calendar'
  /** past moments are unfolded */
  past?: true
  /** shows the moments that match these words, instead of both lists */
  search?: string
}

/** Moments of the requested school year, else of the active one, else of the latest. */
export async function loadTestmoments(api: Api, { schoolyear, view, past, search }: TestmomentsSearch) {
  const schoolyears = await loadSchoolyearChoices(api, schoolyear)
  const active = schoolyears.find((year) => year.active) ?? null
  const chosen = schoolyears.find(({ id }) => id === schoolyear) ?? active ?? schoolyears[0] ?? null
  const overview = { schoolyears, active, chosen, view }
  if (!chosen) return { ...overview, lists: null, calendar: null }
  if (view === 'calendar') return { ...overview, lists: null, calendar: await loadCalendar(api, chosen) }
  if (search) {
    const found = await findMoments(api, chosen, search)
    return { ...overview, lists: { counts: found.counts, search, found }, calendar: null }
  }
  const ahead = await loadMoments(api, chosen, { when: 'ahead' })
  const { counts } = ahead
  // A year with only past moments has nothing else to show.
  const isUnfolded = counts.past > 0 && (past === true || counts.ahead === 0)
  const history = isUnfolded ? await loadMoments(api, chosen, { when: 'past', sort: '-date' }) : null
  return { ...overview, lists: { counts, search: '', ahead, past: history }, calendar: null }
}

export type TestmomentsOverview = Awaited<ReturnType<typeof loadTestmoments>>
export type MomentLists = NonNullable<TestmomentsOverview['lists']>

type ListQuery = QueryOf<typeof listTestmoments>
export type MomentSort = NonNullable<ListQuery['sort']>

export function loadMoments(
  api: Api,
  { _links: { testmoments } }: Schoolyear,
  query: Pick<ListQuery, 'sort' | 'when'>,
) {
  if (!testmoments) throw new Error('The school year has no link to its moments')
  return api.follow(listTestmoments, testmoments, { query })
}

/** All moments of a year that match these words, in one page. A moment for all modules matches by any module's name. */
export async function findMoments(api: Api, { id }: Schoolyear, search: string, sort?: MomentSort) {
  const [{ moments, counts }, modules] = await Promise.all([
    loadAllMoments(api, id, sort),
    api.call(listModules).catch(() => null),
  ])
  const all = modules?.entities ?? []
  const entities = moments.filter((moment) => {
    const offered = moment.modules.length > 0 ? moment.modules : all
    return isMomentFound(
      moment,
      offered.map(({ name }) => name),
      search,
      Date.now(),
    )
  })
  return { entities, counts, _links: {} }
}

/** All moments of a year, and its days without lessons; without the latter if they cannot be loaded. */
async function loadCalendar(api: Api, { id }: Schoolyear) {
  const recesses = api.call(listRecesses, { params: { id } }).catch(() => null)
  const { moments } = await loadAllMoments(api, id)
  return { moments, recesses: (await recesses)?.entities ?? [] }
}

async function loadAllMoments(api: Api, schoolyear_id: number, sort?: MomentSort) {
  const moments: ManagedTestmoment[] = []
  const params = { schoolyear_id, paging: ALL_MOMENTS }
  let page = await api.call(listTestmoments, { params, query: sort ? { sort } : {} })
  moments.push(...page.entities)
  while (page._links.next) {
    page = await api.follow(listTestmoments, page._links.next)
    moments.push(...page.entities)
  }
  return { moments, counts: page.counts }
}
