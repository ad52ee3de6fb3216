import type { Database } from '#database/engine/open-database.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { makeReceiver } from '#tests/support/push/receiver.ts'
import { addUsers, countOf, insertAll, logInAll, range } from './rows.ts'

/** The university in mind; in a fresh database their ids, and those of their sessions, count from 1. */
export const STUDENTS = 10_000
export const MODULES = 20
export const MOMENTS = 4

/** Moments of last month: the one where every student took these modules, and another. */
const PAST_MOMENT = MOMENTS + 1
const PAST_MODULES = [1, 2, 3]

/** Id of the teacher, which comes after those of all students; so does the teacher's session. */
export const teacherAfter = (students = STUDENTS): number => students + 1

export const benchUsername = (id: number) => `student-${id}@bench.example`

/**
 * Fills an empty, migrated database with `students` students of one department and a teacher, each logged in, who may take every
 * module at one of four open moments. Every rule has something to look at: a department, a list of modules, a limit, an active
 * year, and enrollments of earlier that no longer block. Gives the refresh tokens by user id.
 */
export async function seedBenchSchool({ transaction }: Database, students = STUDENTS): Promise<string[]> {
  const now = Date.now()
  const created_at = new Date(now).toISOString()
  const [modules, moments] = [range(MODULES), range(MOMENTS)]
  return transaction(async (trx) => {
    const named = modules.map((id) => ({ name: `M${id}`, description: `Module ${id}`, created_at }))
    await insertAll(trx, 'module', named)
    await insertAll(trx, 'education_department', [{ name: 'Techniek', created_at }])
    const chosen = modules.map((module_id) => ({ education_department_id: 1, module_id }))
    await insertAll(trx, 'education_department_module', chosen)
    await insertAll(trx, 'schoolyear', [{ name: 'Nu', active: true, created_at }])
    const days = [...moments.map((id) => 10 * id), -30, -30]
    const moment = { schoolyear_id: 1, enrollments_enabled: true, max_enrollments: MODULES, created_at }
    await insertAll(
      trx,
      'testmoment',
      days.map((inDays) => ({ ...moment, date: addDays(dayOf(now), inDays) })),
    )
    const offered = moments.flatMap((testmoment_id) => modules.map((module_id) => ({ testmoment_id, module_id })))
    await insertAll(trx, 'testmoment_module', offered)
    const people = await addUsers(trx, students + 1, (n) =>
      n === students
        ? { username: 'docent@bench.example', roles: 'ROLE_ADMIN', created_at }
        : { username: benchUsername(n + 1), last_name: `de Vries ${n + 1}`, education_department_id: 1, created_at },
    )
    const taken = range(students).flatMap((user_id) =>
      PAST_MODULES.map((module_id) => ({ user_id, testmoment_id: PAST_MOMENT, module_id, created_at })),
    )
    await insertAll(trx, 'enrollment', taken)
    return ['', ...(await logInAll(trx, people, now - 86_400_000))]
  })
}

/** Gives each of this many first students a device. */
export async function seedDevices({ kysely }: Database, count: number, origins: readonly string[]): Promise<void> {
  const created_at = new Date().toISOString()
  const devices = range(count).map((user_id) => ({
    ...makeReceiver().keys,
    user_id,
    endpoint: `${origins[(user_id - 1) % origins.length]}/push/${user_id - 1}`,
    secret_hash: 'bench',
    device_name: 'bench',
    created_at,
  }))
  await insertAll(kysely, 'push_subscription', devices)
}

/** Those of this round: at the open moments. */
export const countEnrollments = ({ kysely }: Database): Promise<number> =>
  countOf(kysely.selectFrom('enrollment').where('testmoment_id', '<=', MOMENTS))

/** How many students have a seat at each of the open moments. */
export async function countSeated({ kysely }: Database): Promise<number[]> {
  const rows = await kysely
    .selectFrom('enrollment')
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('students'))
    .where('testmoment_id', '<=', MOMENTS)
    .groupBy('testmoment_id')
    .execute()
  return rows.map(({ students }) => students)
}

/** At each of the open moments; 0 is no limit. */
export async function setSeats({ kysely }: Database, seats: number): Promise<void> {
  await kysely.updateTable('testmoment').set({ seats }).where('id', '<=', MOMENTS).execute()
}

/** Back to the minute before the opening, so that every round meets the same school. */
export async function clearEnrollments({ kysely }: Database): Promise<void> {
  await kysely.deleteFrom('enrollment').where('testmoment_id', '<=', MOMENTS).execute()
}
