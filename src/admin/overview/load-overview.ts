import { getSource } from '#contract/source.ts'
import {
  getAccountStatistics,
  getFirstSteps,
  getResultStatistics,
  listEnrollmentStatistics,
  listTestmomentStatistics,
} from '#contract/statistics.ts'
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
  const chosen = schoolyears.find(({ id }) => id === schoolyearId) ?? schoolyear ?? schoolyears[0] ?? null
  const [year, figures] = await Promise.all([
    schoolyear && loadYear(api, schoolyear),
    chosen?._links.result_statistics && api.follow(getResultStatistics, chosen._links.result_statistics),
  ])
  return {
    firstSteps,
    accounts,
    source,
    schoolyear,
    year,
    results: chosen && figures ? { schoolyears, chosen, figures } : null,
  }
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
