import type { ReplyOf } from '#contract/endpoint.ts'
import { getSource } from '#contract/source.gen.ts'
import {
  getAccountStatistics,
  getFirstSteps,
  getResultStatistics,
  listEnrollmentStatistics,
  listTestmomentStatistics,
} from '#contract/statistics.gen.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { writeAfter } from '#domain/calendar/date-input.rules.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import type { Api } from '#src/api/api.ts'
import { activeSchoolyear } from '#src/parts/enrollment-overview.ts'
import { loadSchoolyearChoices } from '#src/parts/schoolyears.tsx'

/** Loads the school's current figures, and the results of the requested school year; without an active year only accounts. */
export async function loadOverview(api: Api, schoolyearId: number | undefined) {
  const [firstSteps, accounts, source, schoolyear, schoolyears] = await Promise.all([
    api.call(getFirstSteps),
    api.call(getAccountStatistics),
    api.call(getSource),
    activeSchoolyear(api),
    loadSchoolyearChoices(api, schoolyearId),
  ])
  const asked = schoolyears.find(({ id }) => id === schoolyearId) ?? schoolyear
  const [year, results] = await Promise.all([
    schoolyear && loadYear(api, schoolyear),
    loadResults(api, asked ? [asked] : schoolyears),
  ])
  return {
    firstSteps,
    accounts,
    source,
    schoolyear,
    year,
    results: results && { schoolyears, ...results },
  }
}

/** Results of the first of these years that has any, else of the first: in summer the new year is still empty. */
async function loadResults(api: Api, years: readonly Schoolyear[]) {
  let first: { chosen: Schoolyear; figures: ReplyOf<typeof getResultStatistics> } | null = null
  for (const chosen of years) {
    const { result_statistics } = chosen._links
    if (!result_statistics) continue
    const found = { chosen, figures: await api.follow(getResultStatistics, result_statistics) }
    if (found.figures.testmoments.some(({ graded, ticked }) => graded || ticked)) return found
    first ??= found
  }
  return first
}

async function loadYear(api: Api, { _links }: Schoolyear) {
  const { testmoment_statistics, enrollment_statistics } = _links
  if (!testmoment_statistics || !enrollment_statistics)
    throw new Error('The school year has no links to its statistics')
  const after = writeAfter(dayOf(Date.now()))
  const [upcoming, weeks] = await Promise.all([
    api.follow(listTestmomentStatistics, testmoment_statistics, { query: { after } }),
    api.follow(listEnrollmentStatistics, enrollment_statistics),
  ])
  return { upcoming: upcoming.entities, weeks: weeks.entities }
}

export type Overview = Awaited<ReturnType<typeof loadOverview>>

export type YearResults = NonNullable<Overview['results']>
