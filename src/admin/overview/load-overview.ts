import { getAccountStatistics, listEnrollmentStatistics, listTestmomentStatistics } from '#contract/statistics.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { writeAfter } from '#domain/calendar/date-input.rules.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import type { Api } from '#src/api/api.ts'
import { activeSchoolyear } from '#src/parts/enrollment-overview.ts'

/** How the school stands now; without an active school year there are accounts only. */
export async function loadOverview(api: Api) {
  const [accounts, schoolyear] = await Promise.all([api.call(getAccountStatistics), activeSchoolyear(api)])
  return { accounts, schoolyear, year: schoolyear && (await loadYear(api, schoolyear)) }
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
