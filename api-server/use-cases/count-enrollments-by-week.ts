import { countEnrollmentsByWeek as countByWeek } from '#api-server/queries/count-enrollments-by-week.ts'
import type { Database } from '#database/engine/open-database.ts'
import { addDays, startOfDay } from '#domain/calendar/amsterdam.ts'
import { lastWeeks } from '#domain/statistics/enrollment-statistics.rules.ts'
import type { EnrollmentStatisticsEntry } from '#domain/statistics/enrollment-statistics.schema.ts'
import { requireSchoolyear } from './require-schoolyear.ts'

/** How many enrollments of a school year were made in each of the last weeks. Throws `not-found`. */
export async function countEnrollmentsByWeek(
  { kysely }: Database,
  schoolyearId: number,
  now: number,
): Promise<EnrollmentStatisticsEntry[]> {
  await requireSchoolyear(kysely, schoolyearId)
  const names = lastWeeks(now)
  const weeks = names.map((name) => ({ name, from: startOf(name), until: startOf(addDays(name, 7)) }))
  const counts = await countByWeek(kysely, { schoolyearId, weeks })
  return names.map((week) => ({ week, enrollments: counts[week] ?? 0 }))
}

const startOf = (day: string): string => new Date(startOfDay(day)).toISOString()
