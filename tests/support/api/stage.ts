import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { emptyAuditTrail } from './audit-trail.ts'
import { emptyOutbox } from './enrolled.ts'
import { openTestApi, startTestApi, type TestApi } from './test-api.ts'
import { MORNING, startTestSchool, type TestSchool } from './test-school.ts'

interface Stage {
  database: Database
  /** a new one for each test */
  school: TestSchool
  api: TestApi
}

interface StageOptions {
  /**
   * 'own' starts a server for each test, which takes 50 ms of processor time: for tests that listen on it, close it, or look at
   * its memory. Other tests share one whose clock is set back.
   */
  server?: 'own' | 'shared'
}

/** Set-up of most API tests: one database, and before each test a new school and a server with empty letters and logs. */
export function openStage(open: () => Promise<Database>, { server = 'shared' }: StageOptions = {}): Stage {
  let database: Database
  let school: TestSchool
  let api: TestApi
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
    api.logs.length = 0
  })
  afterEach(async ({ task }) => {
    // A test that timed out may still have requests running, so its server is not reused.
    if (task.result?.state === 'fail') await end()
  })
  afterAll(end)
  return { database: current(() => database), school: current(() => school), api: current(() => api) }
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
