import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { emptyAuditTrail } from './audit-trail.ts'
import { emptyOutbox, storeEnrollments } from './enrolled.ts'
import { openTestApi, startTestApi, type TestApi } from './test-api.ts'
import { MORNING, startTestSchool, type TestSchool } from './test-school.ts'

type User = keyof TestSchool['users']

interface Stage<Caller extends User> {
  database: Database
  /** a new one for each test */
  school: TestSchool
  api: TestApi
  /** of those who are logged in */
  tokens: Record<Caller, string>
  /** Asks as the first of those who are logged in. */
  ask(operation: string, body?: unknown): ReturnType<TestApi['ask']>
  /** Stores enrollments directly, without checking the rules. */
  enroll(user: User, moment: keyof TestSchool['moments'], ...modules: (keyof TestSchool['modules'])[]): Promise<unknown>
}

interface StageOptions<Caller extends User> {
  /** who logs in before each test */
  as?: readonly Caller[]
  /**
   * 'own' starts a server for each test, which takes 50 ms of processor time: for tests that listen on it, close it, or look at
   * its memory. Other tests share one whose clock is set back.
   */
  server?: 'own' | 'shared'
}

/** Set-up of most API tests: one database, and before each test a new school and a server with empty letters and logs. */
export function openStage<Caller extends User = never>(
  open: () => Promise<Database>,
  { as = [], server = 'shared' }: StageOptions<Caller> = {},
): Stage<Caller> {
  let database: Database
  let school: TestSchool
  let api: TestApi
  const tokens = {} as Record<Caller, string>
  let close: (() => Promise<void>) | undefined
  const end = async () => {
    await close?.()
    close = undefined
  }
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    await emptyAuditTrail(database)
    await emptyOutbox(database)
    if (server === 'own') api = await startTestApi(database)
    else if (close === undefined) ({ api, close } = await openTestApi(database))
    api.clock.now = MORNING
    for (const user of as) tokens[user] = (await api.logIn(`${user}@school.test`)).token
    api.logs.length = 0
  })
  afterEach(async ({ task }) => {
    // A test that timed out may still have requests running, so its server is not reused.
    if (task.result?.state === 'fail') await end()
  })
  afterAll(end)
  return {
    ...{ database: current(() => database), school: current(() => school), api: current(() => api), tokens },
    ask: (operation, body) => api.ask(operation, { ...(as[0] && { token: tokens[as[0]] }), body }),
    enroll: (user, moment, ...modules) =>
      storeEnrollments(
        database,
        ...modules.map((module) => ({
          user_id: school.users[user],
          testmoment_id: school.moments[moment],
          module_id: school.modules[module],
        })),
      ),
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
