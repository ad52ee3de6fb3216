import { countEnrollments, countWaiting } from '#api-server/facts/enrollment.queries.ts'
import { requireSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { addDays, startOfDay } from '#domain/calendar/amsterdam.ts'
import { readAfter } from '#domain/calendar/date-input.rules.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { presencePhase } from '#domain/presence/presence.rules.ts'
import {
  lastWeeks,
  newAccountsSince,
  passesOver,
  presenceOver,
  resultsByDepartment,
} from '#domain/statistics/statistics.rules.ts'
import type {
  AccountStatistics,
  EnrollmentStatisticsEntry,
  ResultStatistics,
  TestmomentStatisticsEntry,
} from '#domain/statistics/statistics.schema.ts'
import { earliestCurrentDay, isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { compareDutch } from '#domain/users/names.ts'
import { isStudent, reaches, rolesOf } from '#domain/users/roles.ts'
import { Problem } from '#server/problem.ts'
import {
  countAccountsByRoles,
  countByClassGroup,
  countEnrollmentsInWeeks,
  countInRooms,
  countPresence,
  countPublishedResults,
} from './statistics.queries.ts'

export async function countAccounts({ kysely }: Database, now: number): Promise<AccountStatistics> {
  const groups = await countAccountsByRoles(kysely, new Date(newAccountsSince(now)).toISOString())
  const statistics = { admin_accounts: 0, student_accounts: 0, new_accounts: 0 }
  for (const { roles, accounts, new_accounts } of groups) {
    const who = { roles: rolesOf({ roles }) }
    if (reaches(who, 'administration')) statistics.admin_accounts += accounts
    if (isStudent(who)) statistics.student_accounts += accounts
    statistics.new_accounts += new_accounts
  }
  return statistics
}

/**
 * Counts the students and tests at each moment of a school year, the waiting students, and the chairs in its rooms at `now`
 * (ms). `after`, a day as received, leaves out moments that ended before it. Throws `request-malformed` and `not-found`.
 */
export async function listTestmomentStatistics(
  { kysely }: Database,
  { schoolyearId, after, now }: { schoolyearId: number; after: string | undefined; now: number },
): Promise<TestmomentStatisticsEntry[]> {
  const since = after === undefined ? null : readInstant(after)
  await requireSchoolyear(kysely, schoolyearId)
  const from = since === null ? null : earliestCurrentDay(since)
  const rows = await listTestmomentsFrom(kysely, { schoolyearId, from })
  const moments = rows.filter((moment) => since === null || isCurrent(moment, since))
  const ids = moments.map(({ id }) => id)
  const counts = new Map((await countEnrollments(kysely, ids)).map((row) => [row.testmoment_id, row]))
  const waiting = await countWaiting(kysely, ids)
  const filled = Map.groupBy(await countInRooms(kysely, { schoolyearId, from }), (row) => row.testmoment_id)
  return moments.map((testmoment) => {
    const { students: enrollments = 0, tests = 0 } = counts.get(testmoment.id) ?? {}
    const isComing = presencePhase(testmoment, now) === 'coming'
    const rooms = (filled.get(testmoment.id) ?? []).map(({ testmoment_id: _, present, ...room }) => ({
      ...room,
      present: isComing ? null : present,
    }))
    return { testmoment, enrollments, tests, waiting: waiting.get(testmoment.id) ?? 0, rooms }
  })
}

function readInstant(after: string): number {
  const day = readAfter(after)
  if (day === null) throw new Problem('request-malformed')
  return startOfDay(day)
}

/** Counts the enrollments in a school year that were made in each of the last weeks. Throws `not-found`. */
export async function countEnrollmentsByWeek(
  { kysely }: Database,
  schoolyearId: number,
  now: number,
): Promise<EnrollmentStatisticsEntry[]> {
  await requireSchoolyear(kysely, schoolyearId)
  const names = lastWeeks(now)
  const weeks = names.map((name) => ({ name, from: startOf(name), until: startOf(addDays(name, 7)) }))
  const counts = await countEnrollmentsInWeeks(kysely, { schoolyearId, weeks })
  return names.map((week) => ({ week, enrollments: counts[week] ?? 0 }))
}

/** Summarizes the results and the attendance of a school year's tests, in six queries. Throws `not-found`. */
export async function summarizeResults({ kysely }: Database, schoolyearId: number): Promise<YearResults> {
  const { name } = await requireSchoolyear(kysely, schoolyearId)
  const moments = await listTestmomentsFrom(kysely, { schoolyearId, from: null })
  const ids = moments.map(({ id }) => id)
  const counts = new Map((await countEnrollments(kysely, ids)).map((row) => [row.testmoment_id, row.students]))
  const results = await countPublishedResults(kysely, schoolyearId)
  const presence = new Map((await countPresence(kysely, schoolyearId)).map((row) => [row.testmoment_id, row]))
  const departments = resultsByDepartment(await countByClassGroup(kysely, schoolyearId))
  const atMoment = Map.groupBy(results, ({ testmoment_id }) => testmoment_id)
  const modules = [...Map.groupBy(results, ({ module_id }) => module_id)].map(([id, groups]) => ({
    id,
    name: groups[0]?.name ?? '',
    passes: passesOver(groups),
  }))
  const testmoments = moments.flatMap((moment) => {
    const enrollments = counts.get(moment.id)
    if (enrollments === undefined) return []
    const groups = atMoment.get(moment.id) ?? []
    const seen = presence.get(moment.id)
    return [
      {
        testmoment: pick(moment, ['id', 'seats', ...whenAndWhereFieldNames]),
        enrollments,
        graded: groups.length > 0,
        passes: passesOver(groups),
        ticked: seen !== undefined,
        presence: presenceOver(seen && pick(seen, ['ticked', 'present'])),
      },
    ]
  })
  const inOrder = modules.toSorted((one, other) => compareDutch(one.name, other.name))
  return { schoolyear: name, statistics: { modules: inOrder, testmoments, departments } }
}

export interface YearResults {
  schoolyear: string
  statistics: ResultStatistics
}

const startOf = (day: string): string => new Date(startOfDay(day)).toISOString()

/** Lists the moments of a school year, earliest first: all, or those that begin on `from` ('YYYY-MM-DD') or later. */
const listTestmomentsFrom = (kysely: Kysely, { schoolyearId, from }: { schoolyearId: number; from: string | null }) =>
  kysely
    .selectFrom('testmoment')
    .select(['id', ...whenAndWhereFieldNames])
    .select(['enrollments_enabled', 'enrollments_open_at', 'enrollments_close_at', 'seats'])
    .where('schoolyear_id', '=', schoolyearId)
    .$if(from !== null, (query) => query.where('date', '>=', from ?? ''))
    .orderBy('date')
    .orderBy('id')
    .execute()
