import { expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { buildApp } from '#push-server/app.ts'
import { readConfig } from '#server/config.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { PASSWORD, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnSqlite } from '#tests/support/databases.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const GIVEN = '7f3a9c52-proxy'

describeOnSqlite('the id of a request', (open) => {
  const start = async (database: Database) => {
    const config = readConfig({ DATA_DIR: scratchFolder(), TRUST_PROXY: '10.0.0.0/8, 192.0.2.7, ::1' })
    const api = await startTestApi(database, { config })
    const idOf = async (remoteAddress: string, id = GIVEN) => {
      const reply = await api.app.inject({ url: '/health/live', remoteAddress, headers: { 'x-request-id': id } })
      return String(reply.headers['x-request-id'])
    }
    return { ...api, idOf }
  }

  test('is in each answer, and no two have the same', async () => {
    const { ask } = await start(await open())
    const replies = [await ask('GET /health/live'), await ask('GET /user'), await ask('GET /nowhere')]
    const ids = replies.map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[\w-]{8,}-[0-9a-z]+$/)
  })

  test('is taken over from a trusted web server, and from nobody else', async () => {
    const { idOf } = await start(await open())
    for (const trusted of ['10.20.30.40', '192.0.2.7', '::1', '::ffff:10.0.0.1'])
      expect(await idOf(trusted), trusted).toBe(GIVEN)
    for (const other of ['11.0.0.1', '192.0.2.8', '2001:db8::1', '127.0.0.1'])
      expect(await idOf(other), other).not.toBe(GIVEN)
    for (const odd of ['short', 'x'.repeat(65), 'with space', '{"level":60}', 'a,b,c,d,e,f'])
      expect(await idOf('10.0.0.1', odd), odd).not.toBe(odd)
  })

  test('is logged with the route, never with the address', async () => {
    const database = await open()
    await startTestSchool(database)
    const failing = async () => {
      throw new Error('planted')
    }
    const { ask, logs } = await start({ ...database, transaction: failing })
    const { status, headers } = await ask('POST /login_check?search=kanarie', {
      body: { username: 'sam@school.test', password: PASSWORD },
    })
    expect(status).toBe(500)
    const line = logs.find((entry) => entry.includes('planted')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      reqId: headers['x-request-id'],
      req: { method: 'POST', route: '/api/v1/login_check' },
    })
    expect(line).not.toContain('kanarie')
  })

  test('is the same in both servers for what the API server passes on', async () => {
    const logs: string[] = []
    const database = await open()
    const failing = { ...database, tryToWrite: () => Promise.reject(new Error('planted')) }
    const push = await buildApp({ database: failing, log: { write: (line) => void logs.push(line) } })
    await push.listen({ host: '127.0.0.1', port: 0 })
    const address = push.server.address()
    const pushPort = typeof address === 'object' && address ? address.port : 0
    const config = { ...readConfig({ DATA_DIR: scratchFolder() }), pushPort }
    const { app } = await startTestApi(database, { config })
    const reply = await app.inject({ url: '/push/health/ready', headers: { 'x-request-id': GIVEN } })
    await push.close()
    expect(reply.statusCode).toBe(503)
    const id = reply.headers['x-request-id']
    expect(id).not.toBe(GIVEN)
    expect(JSON.parse(logs.find((line) => line.includes('planted')) ?? '{}')).toMatchObject({ reqId: id })
  })
})
