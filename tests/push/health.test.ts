import { afterEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { buildApp } from '#push-server/app.ts'

describe('the push server', () => {
  let database: Database
  const build = async () => {
    database = openDatabase('sqlite::memory:')
    await migrate(database)
    return buildApp({ database, log: { write: () => undefined } })
  }
  afterEach(() => database.close())

  test.each(['/health/live', '/health/ready', '/push/health/live', '/push/health/ready'])('answers %s', async (url) => {
    const app = await build()
    expect((await app.inject(url)).statusCode).toBe(200)
  })

  test('without its database it is live and not ready, and says when to ask again', async () => {
    const app = await build()
    const away = await buildApp({
      database: { ...database, tryToWrite: () => Promise.reject(new Error('away')) },
      log: { write: () => undefined },
    })
    expect((await away.inject('/health/live')).statusCode).toBe(200)
    const ready = await away.inject('/health/ready')
    expect(ready.statusCode).toBe(503)
    expect(ready.headers['retry-after']).toBe('1')
    expect(ready.json()).toMatchObject({ reason: 'unavailable', cause: 'database-away' })
    await app.close()
  })

  test('what it does not know is answered in the form of every error', async () => {
    const app = await build()
    const reply = await app.inject('/push/nothing')
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ reason: 'not-found' })
  })
})
