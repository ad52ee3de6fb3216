import type { Database } from '#database/engine/open-database.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { findable } from '#domain/users/search.rules.ts'

/** The university in mind; in a fresh database their ids, and those of their sessions, count from 1. */
export const STUDENTS = 10_000
export const MODULES = 20
export const MOMENTS = 4

/** SQLite takes 32,766 parameters a statement. */
const ROWS_A_STATEMENT = 1_000

/** A moment of last month, where every student took these. */
const PAST_MOMENT = MOMENTS + 1
const PAST_MODULES = [1, 2, 3]

/**
 * Fills an empty, migrated database with `students` students of one department, each logged in, who may take every module at one of
 * four open moments. Every rule has something to look at: a department, a list of modules, a limit, an active year, and
 * enrollments of earlier that no longer block.
 */
export async function seedBenchSchool(database: Database, now: number, students = STUDENTS): Promise<void> {
  const created_at = new Date(now).toISOString()
  const modules = range(MODULES)
  const moments = range(MOMENTS)
  await database.transaction(async (trx) => {
    const named = modules.map((id) => ({ name: `M${id}`, description: `Module ${id}`, created_at }))
    await trx.insertInto('module').values(named).execute()
    await trx.insertInto('education_department').values({ name: 'Techniek', created_at }).execute()
    const chosen = modules.map((module_id) => ({ education_department_id: 1, module_id }))
    await trx.insertInto('education_department_module').values(chosen).execute()
    await trx.insertInto('schoolyear').values({ name: 'Nu', active: true, created_at }).execute()
    const open = moments.map((id) => ({ ...moment, date: addDays(dayOf(now), 10 * id), created_at }))
    await trx.insertInto('testmoment').values(open).execute()
    await trx
      .insertInto('testmoment')
      .values({ ...moment, date: addDays(dayOf(now), -30), created_at })
      .execute()
    await trx
      .insertInto('testmoment')
      .values({ ...moment, date: addDays(dayOf(now), -30), created_at })
      .execute()
    const offered = moments.flatMap((testmoment_id) => modules.map((module_id) => ({ testmoment_id, module_id })))
    await trx.insertInto('testmoment_module').values(offered).execute()
    for (const ids of inChunks(range(students))) {
      const people = ids.map((id) => student(id, created_at))
      await trx.insertInto('user').values(people).execute()
      const sessions = ids.map((id) => session(id, now))
      await trx.insertInto('session').values(sessions).execute()
      const taken = ids.flatMap((user_id) =>
        PAST_MODULES.map((module_id) => ({ user_id, testmoment_id: PAST_MOMENT, module_id, created_at })),
      )
      await trx.insertInto('enrollment').values(taken).execute()
    }
  })
}

const moment = { schoolyear_id: 1, enrollments_enabled: true, max_enrollments: MODULES }

const student = (id: number, created_at: string) => ({
  ...findable({ username: `student-${id}@bench.example`, first_name: 'Sam', last_name: `de Vries ${id}` }),
  roles: 'ROLE_STUDENT',
  information_checked: true,
  activated: true,
  education_department_id: 1,
  created_at,
})

const session = (user_id: number, now: number) => ({
  user_id,
  device: 'bench',
  created_at: new Date(now).toISOString(),
  last_used_at: new Date(now).toISOString(),
  expires_at: new Date(now + 86_400_000).toISOString(),
})

const range = (length: number) => Array.from({ length }, (_, index) => index + 1)

export function* inChunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += ROWS_A_STATEMENT) yield items.slice(from, from + ROWS_A_STATEMENT)
}

/** Those of this round: at the open moments. */
export async function countEnrollments({ kysely }: Database): Promise<number> {
  const { count } = await kysely
    .selectFrom('enrollment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('testmoment_id', '<=', MOMENTS)
    .executeTakeFirstOrThrow()
  return count
}

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
