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
   * A new server for each test, which takes 50 ms of a processor: for tests that listen, close it, or look at what it keeps
   * in memory. Other tests share one, with its clock set back.
   */
  server?: 'own' | 'shared'
}

/** What most tests of the API begin with: a database, and before each test a school and a server, without letters or log. */
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
    // One that ran out of time may still be asking its server.
    if (task.result?.state === 'fail') await end()
  })
  afterAll(end)
  return { database: current(() => database), school: current(() => school), api: current(() => api) }
}

/** Stands for what `read` gives at that moment, so that tests can name it before it is there. */
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
