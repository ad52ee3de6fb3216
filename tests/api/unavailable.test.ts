// @module-tag pooled
// @module-tag engine
import { Registry } from 'prom-client'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { knownMigrations } from '#database/migrations/migrate.ts'
import { startTestApi, type TestApiOptions } from '#tests/support/api/test-api.ts'
import { MORNING, PASSWORD, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/databases.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const unavailable = {
  status: 503,
  body: {
    reason: 'unavailable',
    message: 'De server kan je aanvraag nu niet aan. Probeer het over 1 seconde opnieuw.',
  },
  headers: { 'retry-after': '1' },
}

describeOnEachDatabase('health', (open) => {
  test('live and ready while the database answers', async () => {
    const api = await startTestApi(await open())
    expect(await api.ask('GET /health/live')).toMatchObject({ status: 200, body: { status: 'live' } })
    expect(await api.ask('GET /health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  test('asks the database once for all who ask at once', async () => {
    const database = await open()
    let asked = 0
    const counting: Database = {
      ...database,
      tryToWrite: () => {
        asked += 1
        return database.tryToWrite()
      },
    }
    const api = await startTestApi(counting, { alone: true })
    const replies = await Promise.all(Array.from({ length: 50 }, () => api.ask('GET /health/ready')))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(asked).toBe(1)
  })

  test('not ready where nothing can be written, where tables are missing, and where the app is', async () => {
    const database = await open()
    const notReady = async (options: TestApiOptions, database: Database) => {
      const registry = new Registry()
      const api = await startTestApi(database, { alone: true, registry, ...options })
      const { status, body } = await api.ask('GET /health/ready')
      expect(status).toBe(503)
      const { cause } = z.object({ cause: z.string() }).parse(body)
      expect(await registry.getSingleMetricAsString('server_not_ready')).toContain(`{cause="${cause}"} 1`)
      return cause
    }
    const full: Database = { ...database, tryToWrite: () => Promise.reject(errorOfPostgres('53100')) }
    expect(await notReady({}, full)).toBe('disk-full')
    expect(await notReady({ webApp: temporaryFolder() }, database)).toBe('app-missing')
    const last = database.kysely.withTables<{ kysely_migration: { name: string } }>()
    const taken = await last
      .deleteFrom('kysely_migration')
      .where('name', '=', knownMigrations.at(-1) ?? '')
      .returningAll()
      .executeTakeFirstOrThrow()
    expect(await notReady({}, database)).toBe('tables-missing')
    await last.insertInto('kysely_migration').values(taken).execute()
  })

  test.for([
    ['a full disk', 'disk-full', '53100'],
    ['a standby', 'read-only', '25006'],
  ] as const)(
    'not ready for some seconds after a write that met %s, though reading goes on; logged once, counted each time',
    async ([, cause, code]) => {
      const database = await open()
      const school = await startTestSchool(database)
      const registry = new Registry()
      let isWritable = true
      const filling: Database = {
        ...database,
        transaction: (work) => (isWritable ? database.transaction(work) : Promise.reject(errorOfPostgres(code))),
      }
      const api = await startTestApi(filling, { alone: true, registry })
      const { token } = await api.logIn('sam@school.test')
      isWritable = false
      const body = { user_id: school.users.sam, testmoment_id: school.moments.open, module_id: school.modules.ALG }
      for (let n = 0; n < 3; n++)
        expect(await api.ask('POST /enrollment', { token, body })).toMatchObject({
          status: 503,
          headers: { 'retry-after': '1' },
          body: { message: 'De server kan je aanvraag nu niet aan. Probeer het over 1 seconde opnieuw.' },
        })
      expect(await registry.getSingleMetricAsString('http_unavailable_total')).toContain(`{cause="${cause}"} 3`)
      const lines = api.logs.filter((line) => line.includes(`"cause":"${cause}"`))
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(/^\{"level":50,/)
      expect(await api.ask('GET /health/ready')).toMatchObject({ status: 503, body: { cause } })
    },
  )
})

describeOnPostgres('a database that nobody answers for', () => {
  test('leaves the server live, not ready, and asks everyone to come back', async () => {
    const database = openDatabase('postgres://nobody@127.0.0.1:1/gone', { timeout: 500 })
    const api = await startTestApi(database)
    const body = { username: 'sam@school.test', password: PASSWORD }
    expect(await api.ask('GET /health/live')).toMatchObject({ status: 200 })
    expect(await api.ask('GET /health/ready')).toMatchObject(unavailable)
    expect(await api.ask('POST /login_check', { body })).toMatchObject(unavailable)
    expect(await api.ask('POST /token/refresh', { body: { refresh_token: 'x' } })).toMatchObject(unavailable)
    await database.close()
  })
})

describeOnEachDatabase('a database that goes and comes back', (open) => {
  let database: Database
  let school: TestSchool
  beforeAll(async () => {
    database = await open()
    school = await startTestSchool(database)
  })

  test('costs a student a 503 and no session, and the next try goes through', async () => {
    let gone = false
    const flaky: Database = {
      ...database,
      transaction: (work) => (gone ? Promise.reject(new GoneError()) : database.transaction(work)),
      isUnavailable: (error) => error instanceof GoneError || database.isUnavailable(error),
      unavailableBy: (error) => (error instanceof GoneError ? 'database-away' : database.unavailableBy(error)),
    }
    const api = await startTestApi(flaky)
    const { token } = await api.logIn('sam@school.test')
    const enroll = () =>
      api.ask('POST /enrollment', {
        token,
        body: {
          user_id: school.users.sam,
          testmoment_id: school.moments.open,
          module_id: school.modules.ALG,
        },
      })
    gone = true
    expect(await enroll()).toMatchObject(unavailable)
    gone = false
    expect(await enroll()).toMatchObject({
      status: 201,
      body: { entity: { created_at: new Date(MORNING).toISOString() } },
    })
  })
})

class GoneError extends Error {}

/** SQLite's are tested with a disk that is really full (tests/faults). */
const errorOfPostgres = (code: string) => Object.assign(new Error('nothing can be written'), { code })
