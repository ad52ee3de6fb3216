import { hash } from '@node-rs/argon2'
import type { Insertable } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { schoolNameKey } from '#domain/entities/school-name.rules.ts'
import { findable } from '#domain/users/search.rules.ts'

/** A Tuesday morning, the time of the tests. */
export const MORNING = Date.parse('2026-03-10T09:00:00.000Z')
export const PASSWORD = 'een-lang-wachtwoord'

const created_at = new Date(MORNING).toISOString()

/** Ids of the smallest school in which every refusal can happen. */
export interface TestSchool {
  database: Database
  users: Record<'teacher' | 'sam' | 'noor' | 'newcomer' | 'unactivated' | 'guest', number>
  modules: Record<'ALG' | 'GON' | 'STA' | 'OLD' | 'ELSEWHERE', number>
  moments: Record<'open' | 'other' | 'single' | 'closed' | 'listed' | 'closing' | 'past' | 'lastYear', number>
  departmentId: number
  years: Record<'active' | 'last', number>
}

export type User = keyof TestSchool['users']
export type Module = keyof TestSchool['modules']
export type Moment = keyof TestSchool['moments']

/**
 * Starts a school. `open` and `other` differ only in their dates; `single` allows one module a student; `listed` offers only
 * ALG. Each table's rows are inserted by one statement, because nearly every API test starts a school.
 */
export async function startTestSchool(database: Database): Promise<TestSchool> {
  await emptySchool(database)
  const [thisYear, lastYear] = [await addYear(database, '2025-2026', true), await addYear(database, '2024-2025', false)]
  const names = ['ALG', 'GON', 'STA', 'OLD', 'ELSEWHERE']
  const moduleId = lookUp(
    await database.kysely
      .insertInto('module')
      .values(names.map((name) => ({ name, description: `Over ${name}`, active: name !== 'OLD', created_at })))
      .returning(['id', 'name as key'])
      .execute(),
  )
  const modules = {
    ALG: moduleId('ALG'),
    GON: moduleId('GON'),
    STA: moduleId('STA'),
    OLD: moduleId('OLD'),
    ELSEWHERE: moduleId('ELSEWHERE'),
  }
  const { ELSEWHERE, ...chosen } = modules
  const departmentId = await addDepartment(database, Object.values(chosen))
  // SQLite has no `default` in a multi-row insert, so each row has all columns.
  const open = {
    schoolyear_id: thisYear,
    enrollments_enabled: true,
    enrollments_close_at: null,
    max_enrollments: 0,
    duration: 'day',
    created_at,
  } as const
  const momentOn = lookUp(
    await database.kysely
      .insertInto('testmoment')
      .values([
        { ...open, date: '2026-03-20' },
        { ...open, date: '2026-03-27' },
        { ...open, date: '2026-04-03', max_enrollments: 1 },
        { ...open, date: '2026-04-10', enrollments_enabled: false },
        { ...open, date: '2026-04-17' },
        { ...open, date: '2026-04-24', enrollments_close_at: '2026-03-10T12:00:00.000Z' },
        { ...open, date: '2026-03-01', duration: 'week' },
        { ...open, date: '2026-05-01', schoolyear_id: lastYear },
      ])
      .returning(['id', 'date as key'])
      .execute(),
  )
  const moments = {
    open: momentOn('2026-03-20'),
    other: momentOn('2026-03-27'),
    single: momentOn('2026-04-03'),
    closed: momentOn('2026-04-10'),
    listed: momentOn('2026-04-17'),
    closing: momentOn('2026-04-24'),
    past: momentOn('2026-03-01'),
    lastYear: momentOn('2026-05-01'),
  }
  await database.kysely
    .insertInto('testmoment_module')
    .values({ testmoment_id: moments.listed, module_id: modules.ALG })
    .execute()
  const password_hash = await cheapHash()
  const student = (name: string) => ({
    username: `${name}@school.test`,
    password_hash,
    education_department_id: departmentId,
  })
  const people = [
    { ...student('teacher'), roles: 'ROLE_ADMIN', education_department_id: null } as const,
    student('sam'),
    student('noor'),
    { ...student('newcomer'), information_checked: false, education_department_id: null },
    { ...student('unactivated'), activated: false },
    { ...student('guest'), roles: '', education_department_id: null } as const,
  ]
  const userId = lookUp(
    await database.kysely.insertInto('user').values(people.map(newUser)).returning(['id', 'username as key']).execute(),
  )
  const users = {
    teacher: userId('teacher@school.test'),
    sam: userId('sam@school.test'),
    noor: userId('noor@school.test'),
    newcomer: userId('newcomer@school.test'),
    unactivated: userId('unactivated@school.test'),
    guest: userId('guest@school.test'),
  }
  return { database, users, modules, moments, departmentId, years: { active: thisYear, last: lastYear } }
}

function lookUp(rows: readonly { id: number; key: string }[]): (key: string) => number {
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  return (key) => {
    const id = ids.get(key)
    if (id === undefined) throw new Error(`${key} was not inserted`)
    return id
  }
}

/** Tables in the order in which they are emptied: those that refer to others first. */
const TABLES = [
  'connection',
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
  'room',
] as const

/** In a transaction, which runs again after a deadlock: a server of the test before may still write what it answered to. */
const emptySchool = (database: Database): Promise<void> =>
  database.transaction(async (trx) => {
    for (const table of TABLES) await trx.deleteFrom(table).execute()
  })

/** Hash at the lowest cost that argon2 allows; the real cost has its own test. */
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

interface RoomOptions {
  name: string
  seats?: number
  position?: number
  remark?: string
  extra_time?: boolean
  archived?: boolean
}

export const addRoom = ({ kysely }: Database, { name, seats = 30, position = 1, ...more }: RoomOptions) =>
  idOf(
    kysely
      .insertInto('room')
      .values({ name, name_key: schoolNameKey(name), seats, position, remark: '', created_at, ...more })
      .returning('id'),
  )

interface DividedMoment {
  testmomentId: number
  name?: string
  seats: number
  /** false: only administrators see who sits where */
  isPublished?: boolean
}

/** Gives a moment one room, over which its students are divided: who enrolls there from then on gets a numbered chair. */
export async function divideOverRoom(
  database: Database,
  { testmomentId, name = 'B3.14', seats, isPublished = true }: DividedMoment,
): Promise<number> {
  const room_id = await addRoom(database, { name, seats })
  const { kysely } = database
  await kysely
    .insertInto('testmoment_room')
    .values({ testmoment_id: testmomentId, room_id, seats, position: 0 })
    .execute()
  const divided = {
    divided_at: created_at,
    chairs_numbered: true,
    ...(isPublished && { rooms_published_at: created_at }),
  }
  await kysely.updateTable('testmoment').set(divided).where('id', '=', testmomentId).execute()
  return room_id
}

export async function addDepartment(
  { kysely }: Database,
  moduleIds: readonly number[],
  name = 'Techniek',
): Promise<number> {
  const id = await idOf(kysely.insertInto('education_department').values({ name, created_at }).returning('id'))
  if (moduleIds.length === 0) return id
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

export type NewUser = Omit<Insertable<Tables['user']>, 'search_text'>

/** A user; by default an activated student who has completed onboarding. */
export const newUser = (user: Pick<NewUser, 'username'> & Partial<NewUser>) => ({
  roles: 'ROLE_STUDENT' as const,
  information_checked: true,
  activated: true,
  created_at,
  ...findable({ first_name: 'Sam', last_name: 'de Vries', ...user }),
})

export const addUser = ({ kysely }: Database, user: Pick<NewUser, 'username'> & Partial<NewUser>) =>
  idOf(kysely.insertInto('user').values(newUser(user)).returning('id'))

const idOf = async (query: { executeTakeFirstOrThrow(): Promise<{ id: number }> }) =>
  (await query.executeTakeFirstOrThrow()).id
