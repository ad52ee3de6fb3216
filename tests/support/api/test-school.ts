import { hash } from '@node-rs/argon2'
import type { Insertable } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { findable } from '#domain/users/search.rules.ts'

/** A Tuesday morning. */
export const MORNING = Date.parse('2026-03-10T09:00:00.000Z')
export const PASSWORD = 'een-lang-wachtwoord'

const created_at = new Date(MORNING).toISOString()

/** The smallest school in which every refusal can happen. The ids are those that the database gave. */
export interface TestSchool {
  database: Database
  users: Record<'teacher' | 'sam' | 'noor' | 'newcomer' | 'unactivated' | 'guest', number>
  modules: Record<'ALG' | 'GON' | 'STA' | 'OLD' | 'ELSEWHERE', number>
  moments: Record<'open' | 'other' | 'single' | 'closed' | 'listed' | 'closing' | 'past' | 'lastYear', number>
  departmentId: number
}

/** `open` and `other` differ in their dates only; `single` takes one module a student; `listed` lists ALG alone. */
export async function startTestSchool(database: Database): Promise<TestSchool> {
  await emptySchool(database)
  const [thisYear, lastYear] = [await addYear(database, '2025-2026', true), await addYear(database, '2024-2025', false)]
  const modules = {
    ALG: await addModule(database, 'ALG'),
    GON: await addModule(database, 'GON'),
    STA: await addModule(database, 'STA'),
    OLD: await addModule(database, 'OLD', { active: false }),
    ELSEWHERE: await addModule(database, 'ELSEWHERE'),
  }
  const { ELSEWHERE, ...chosen } = modules
  const departmentId = await addDepartment(database, Object.values(chosen))
  const addOpen = (date: string, more = {}) =>
    addMoment(database, { schoolyear_id: thisYear, date, enrollments_enabled: true, ...more })
  const moments = {
    open: await addOpen('2026-03-20'),
    other: await addOpen('2026-03-27'),
    single: await addOpen('2026-04-03', { max_enrollments: 1 }),
    closed: await addOpen('2026-04-10', { enrollments_enabled: false }),
    listed: await addOpen('2026-04-17'),
    closing: await addOpen('2026-04-24', { enrollments_close_at: '2026-03-10T12:00:00.000Z' }),
    past: await addOpen('2026-03-01', { duration: 'week' }),
    lastYear: await addOpen('2026-05-01', { schoolyear_id: lastYear }),
  }
  await database.kysely
    .insertInto('testmoment_module')
    .values({ testmoment_id: moments.listed, module_id: modules.ALG })
    .execute()
  const password_hash = await cheapHash()
  const add = (username: string, more: Partial<NewUser> = {}) =>
    addUser(database, { username, password_hash, education_department_id: departmentId, ...more })
  const users = {
    teacher: await add('teacher@school.test', { roles: 'ROLE_ADMIN', education_department_id: null }),
    sam: await add('sam@school.test'),
    noor: await add('noor@school.test'),
    newcomer: await add('newcomer@school.test', { information_checked: false, education_department_id: null }),
    unactivated: await add('unactivated@school.test', { activated: false }),
    guest: await add('guest@school.test', { roles: '', education_department_id: null }),
  }
  return { database, users, modules, moments, departmentId }
}

/** Who depends on others goes first. */
const TABLES = [
  'presence',
  'presence_tick',
  'result',
  'result_publication',
  'message',
  'enrollment',
  'completed_module',
  'user',
  'testmoment',
  'schoolyear',
  'education_department',
  'module',
] as const

async function emptySchool({ kysely }: Database): Promise<void> {
  for (const table of TABLES) await kysely.deleteFrom(table).execute()
}

/** At the least cost that argon2 allows: what a real one costs has a test of its own. */
const cheapHash = () => hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export const addYear = ({ kysely }: Database, name: string, active: boolean) =>
  idOf(kysely.insertInto('schoolyear').values({ name, active, created_at }).returning('id'))

export const addModule = ({ kysely }: Database, name: string, more: { active?: boolean } = {}) =>
  idOf(
    kysely
      .insertInto('module')
      .values({ name, description: `Over ${name}`, created_at, ...more })
      .returning('id'),
  )

export async function addDepartment({ kysely }: Database, moduleIds: readonly number[]): Promise<number> {
  const id = await idOf(
    kysely.insertInto('education_department').values({ name: 'Techniek', created_at }).returning('id'),
  )
  await kysely
    .insertInto('education_department_module')
    .values(moduleIds.map((module_id) => ({ education_department_id: id, module_id })))
    .execute()
  return id
}

export const addMoment = (
  { kysely }: Database,
  moment: Pick<Insertable<Tables['testmoment']>, 'schoolyear_id' | 'date'> & Partial<Insertable<Tables['testmoment']>>,
) =>
  idOf(
    kysely
      .insertInto('testmoment')
      .values({ created_at, ...moment })
      .returning('id'),
  )

type NewUser = Omit<Insertable<Tables['user']>, 'search_text'>

/** An activated student who has been through onboarding, unless told otherwise. */
export const addUser = ({ kysely }: Database, user: Pick<NewUser, 'username'> & Partial<NewUser>) =>
  idOf(
    kysely
      .insertInto('user')
      .values({
        roles: 'ROLE_STUDENT',
        information_checked: true,
        activated: true,
        created_at,
        ...findable({ first_name: 'Sam', last_name: 'de Vries', ...user }),
      })
      .returning('id'),
  )

const idOf = async (query: { executeTakeFirstOrThrow(): Promise<{ id: number }> }) =>
  (await query.executeTakeFirstOrThrow()).id
