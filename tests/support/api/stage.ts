import type { Insertable, Updateable } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { isHolding } from '#tests/support/halfway.ts'
import { emptyAuditTrail } from './audit-trail.ts'
import { emptyOutbox, type Place, storeEnrollments } from './enrolled.ts'
import { type Answer, type Login, openTestApi, startTestApi, type TestApi } from './test-api.ts'
import {
  addDepartment,
  addModule,
  addMoment,
  addRoom,
  addUser,
  MORNING,
  type Module,
  type Moment,
  startTestSchool,
  type TestSchool,
  type User,
} from './test-school.ts'

/** The name of a row of the school, or the id of one that the test added. */
type UserOrId = User | number
type MomentOrId = Moment | number
type ModuleOrId = Module | number

/** Somebody who asks: logs in at the first request of a test, and again when the access token has expired. */
export interface Caller extends Login {
  (operation: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface Stage {
  database: Database
  /** a new one for each test */
  school: TestSchool
  api: TestApi
  as: Record<User, Caller>
  /** Asks as the one that the options name, or as nobody. */
  ask(operation: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  place(user: UserOrId, moment: MomentOrId, module?: ModuleOrId): Place
  /** Stores enrollments directly, without checking the rules. Returns the id of the first. */
  enroll(user: UserOrId, moment: MomentOrId, ...modules: ModuleOrId[]): Promise<number>
  /** Stores completed modules directly. */
  complete(user: UserOrId, ...modules: ModuleOrId[]): Promise<unknown>
  /** Puts somebody on a waiting list directly. Returns the id of the entry. */
  wait(
    user: UserOrId,
    moment: MomentOrId,
    module?: ModuleOrId,
    more?: Partial<Insertable<Tables['waiting_entry']>>,
  ): Promise<number>
  /** Adds a second teacher. Returns their access token. */
  colleague(named?: { first_name: string; last_name: string }): Promise<string>
  /** Changes a row directly. */
  set: {
    user(user: UserOrId, values: Updateable<Tables['user']>): Promise<unknown>
    moment(moment: MomentOrId, values: Updateable<Tables['testmoment']>): Promise<unknown>
    module(module: ModuleOrId, values: Updateable<Tables['module']>): Promise<unknown>
  }
  /** Adds a row, and returns its id. */
  add: {
    user(user: Parameters<typeof addUser>[1]): Promise<number>
    /** by default of the active school year */
    moment(moment: Partial<Parameters<typeof addMoment>[1]> & { date: string }): Promise<number>
    module(name: string, more?: Parameters<typeof addModule>[2]): Promise<number>
    room(room: Parameters<typeof addRoom>[1]): Promise<number>
    department(modules: readonly ModuleOrId[], name?: string): Promise<number>
  }
}

interface StageOptions {
  /** who `ask` asks as */
  as?: User
  /** who log in before each test: where a test holds rows that a login writes, or ends what a login gave */
  loggedIn?: readonly User[]
  /**
   * 'own' starts a server for each test, which takes 50 ms of processor time: for tests that listen on it, close it, or look at
   * its memory. A function starts one with options of its own. Other tests share one whose clock is set back; 'none' is for
   * tests of functions.
   */
  server?: 'own' | 'shared' | 'none' | ((database: Database) => Promise<TestApi>)
}

/** Lifetime of an access token (ms). */
const TOKEN_LASTS = 900_000

/** Set-up of a test of the API: one database, and before each test a new school and a server with empty letters and logs. */
export function openStage(
  open: () => Promise<Database>,
  { as: asking, loggedIn = [], server = 'shared' }: StageOptions = {},
): Stage {
  let database: Database
  let school: TestSchool
  let api: TestApi
  let close: (() => Promise<void>) | undefined
  const end = async () => {
    await close?.()
    close = undefined
  }
  const logins = new Map<User, { at: number; token: Promise<string> }>()
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    await emptyAuditTrail(database)
    await emptyOutbox(database)
    logins.clear()
    if (server === 'none') return
    if (server === 'own') api = await startTestApi(database)
    else if (server !== 'shared') api = await server(database)
    else if (close === undefined) ({ api, close } = await openTestApi(database))
    api.clock.now = MORNING
    for (const user of loggedIn) await as[user].token()
    api.logs.length = 0
  })
  afterEach(async ({ task }) => {
    // A test that timed out may still have requests running, so its server is not reused.
    if (task.result?.state === 'fail') await end()
  })
  afterAll(end)

  const tokenOf = (user: User): Promise<string> => {
    const known = logins.get(user)
    if (known && api.clock.now >= known.at && api.clock.now - known.at < TOKEN_LASTS) return known.token
    if (isHolding()) throw new Error(`${user} logs in while rows are held: name them in \`loggedIn\``)
    const token = api.logIn(`${user}@school.test`).then(({ token }) => token)
    logins.set(user, { at: api.clock.now, token })
    return token
  }
  const caller = (user: User): Caller =>
    Object.assign(
      (operation: string, body?: unknown, headers?: Record<string, string>) =>
        api.ask(operation, { token: as[user], body, ...(headers && { headers }) }),
      {
        token: () => tokenOf(user),
        // In a text it would be no token, and be refused for that.
        [Symbol.toPrimitive]: () => {
          throw new Error(`await as.${user}.token()`)
        },
      },
    )
  const as: Stage['as'] = {
    teacher: caller('teacher'),
    sam: caller('sam'),
    noor: caller('noor'),
    newcomer: caller('newcomer'),
    unactivated: caller('unactivated'),
    guest: caller('guest'),
  }
  const userId = (user: UserOrId) => (typeof user === 'number' ? user : school.users[user])
  const momentId = (moment: MomentOrId) => (typeof moment === 'number' ? moment : school.moments[moment])
  const moduleId = (module: ModuleOrId) => (typeof module === 'number' ? module : school.modules[module])
  const place: Stage['place'] = (user, moment, module = 'ALG') => ({
    user_id: userId(user),
    testmoment_id: momentId(moment),
    module_id: moduleId(module),
  })
  return {
    ...{ database: current(() => database), school: current(() => school), api: current(() => api) },
    as,
    ask: (operation, body, headers) =>
      asking ? as[asking](operation, body, headers) : api.ask(operation, { body, ...(headers && { headers }) }),
    place,
    enroll: async (user, moment, ...modules) => {
      const named = modules.length > 0 ? modules : (['ALG'] as const)
      return (await storeEnrollments(database, ...named.map((module) => place(user, moment, module))))[0] ?? 0
    },
    complete: (user, ...modules) =>
      database.kysely
        .insertInto('completed_module')
        .values(
          modules.map((module) => ({
            user_id: userId(user),
            module_id: moduleId(module),
            created_at: '2026-02-01T09:00:00.000Z',
          })),
        )
        .execute(),
    wait: async (user, moment, module, more) => {
      const entry = { ...place(user, moment, module), created_at: new Date(MORNING).toISOString(), ...more }
      const query = database.kysely.insertInto('waiting_entry').values(entry).returning('id')
      return (await query.executeTakeFirstOrThrow()).id
    },
    colleague: async (named) => {
      const teacher = database.kysely.selectFrom('user').select('password_hash').where('id', '=', school.users.teacher)
      const { password_hash } = await teacher.executeTakeFirstOrThrow()
      const username = 'colleague@school.test'
      await addUser(database, { username, password_hash, roles: 'ROLE_ADMIN', ...named })
      return (await api.logIn(username)).token
    },
    set: {
      user: (user, values) => database.kysely.updateTable('user').set(values).where('id', '=', userId(user)).execute(),
      moment: (moment, values) =>
        database.kysely.updateTable('testmoment').set(values).where('id', '=', momentId(moment)).execute(),
      module: (module, values) =>
        database.kysely.updateTable('module').set(values).where('id', '=', moduleId(module)).execute(),
    },
    add: {
      user: (user) => addUser(database, user),
      moment: (moment) => addMoment(database, { schoolyear_id: school.years.active, ...moment }),
      module: (name, more) => addModule(database, name, more),
      room: (room) => addRoom(database, room),
      department: (modules, name) => addDepartment(database, modules.map(moduleId), name),
    },
  }
}

/** Proxy of the current value of `read`, so that tests can refer to it before it exists. */
function current<Value extends object>(read: () => Value): Value {
  const target: Value = Object.create(null)
  return new Proxy(target, {
    get: (_, key) => Reflect.get(read(), key),
    has: (_, key) => Reflect.has(read(), key),
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor: (_, key) => {
      const found = Reflect.getOwnPropertyDescriptor(read(), key)
      return found && { ...found, configurable: true }
    },
  })
}
