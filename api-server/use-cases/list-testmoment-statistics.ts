import { countEnrollments } from '#api-server/queries/count-enrollments.ts'
import { listTestmomentsFrom } from '#api-server/queries/list-testmoments-from.ts'
import type { Database } from '#database/engine/open-database.ts'
import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { readAfter } from '#domain/calendar/date-input.rules.ts'
import type { TestmomentStatisticsEntry } from '#domain/statistics/testmoment-statistics.schema.ts'
import { earliestCurrentDay, isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { Problem } from '#server/problem.ts'
import { requireSchoolyear } from './require-schoolyear.ts'

/**
 * How many students and tests each moment of a school year has. `after` is as the wire has it: only those that have not
 * ended before that day. Throws `request-malformed`, `not-found`.
 */
export async function listTestmomentStatistics(
  { kysely }: Database,
  { schoolyearId, after }: { schoolyearId: number; after: string | undefined },
): Promise<TestmomentStatisticsEntry[]> {
  const since = after === undefined ? null : readInstant(after)
  await requireSchoolyear(kysely, schoolyearId)
  const from = since === null ? null : earliestCurrentDay(since)
  const rows = await listTestmomentsFrom(kysely, { schoolyearId, from })
  const moments = rows.filter((moment) => since === null || isCurrent(moment, since))
  const ids = moments.map(({ id }) => id)
  const counts = new Map((await countEnrollments(kysely, ids)).map((row) => [row.testmoment_id, row]))
  return moments.map((testmoment) => {
    const { students: enrollments = 0, tests = 0 } = counts.get(testmoment.id) ?? {}
    return { testmoment, enrollments, tests }
  })
}

function readInstant(after: string): number {
  const day = readAfter(after)
  if (day === null) throw new Problem('request-malformed')
  return startOfDay(day)
}
