import { expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import type { Module } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'

const REFUSED = { status: 503, body: { reason: 'unavailable' }, headers: { 'retry-after': '1' } }

describeOnEachDatabase('a server that has too much to do', (open) => {
  const { database, place } = openStage(open, { server: 'none' })

  /** The load is what the test says: a lag to set, and transactions that end when it says so. */
  const startBusyApi = async (limits: { inFlight: number; lag: number; crowd?: number }) => {
    const gate = Promise.withResolvers<void>()
    const load = { lag: 0, held: false, waiting: 0 }
    const slow: Database = {
      ...database,
      transaction: async (work) => {
        if (load.held) {
          load.waiting += 1
          await gate.promise
        }
        return database.transaction(work)
      },
    }
    const api = await startTestApi(slow, {
      alone: true,
      load: { limits: { crowd: 0, ...limits, waiting: 0 }, lag: () => load.lag },
    })
    const tokens = await api.logIn('sam@school.test')
    return { api, load, ...tokens, release: () => gate.resolve() }
  }

  test('for its event loop comes late refuses at once, but refreshes, ends logins and reports its health', async () => {
    const { api, load, token, refresh_token } = await startBusyApi({ inFlight: 100, lag: 250 })
    load.lag = 250
    expect(await api.ask('GET /user', { token })).toMatchObject(REFUSED)
    expect(await api.ask('GET /openapi.json')).toMatchObject(REFUSED)
    expect(await api.ask('POST /login_check', { body: '{' })).toMatchObject(REFUSED)
    for (const path of ['/oeapi/v6/persons', '/oeapi/v6/elders'])
      expect(await api.ask(`GET ${path}`), path).toMatchObject({
        ...{
          status: 503,
          body: { status: 503, title: 'Temporarily unavailable', type: expect.stringContaining('/oeapi/') },
        },
        headers: { ...REFUSED.headers, 'content-type': 'application/problem+json; charset=utf-8' },
      })
    expect((await api.app.inject('/push/openapi.json')).headers).toMatchObject(REFUSED.headers)
    const refreshed = await api.ask('POST /token/refresh', { body: { refresh_token } })
    expect(refreshed).toMatchObject({ status: 200 })
    expect(await api.ask('POST /token/invalidate', { body: { refresh_token } })).toMatchObject({ status: 200 })
    expect(await api.ask('GET /health/live')).toMatchObject({ status: 200 })
    expect(await api.ask('GET /health/ready')).toMatchObject({ status: 200 })
    load.lag = 249
    expect(await api.ask('GET /modules', { token })).toMatchObject({ status: 401 })
    expect(await api.ask('GET /openapi.json')).toMatchObject({ status: 200 })
  })

  test('for too many wait for their answers refuses those who come on top, until there is room', async () => {
    const { api, load, token, refresh_token, release } = await startBusyApi({ inFlight: 2, lag: 250 })
    const enroll = (module: Module) => api.ask('POST /enrollment', { token, body: place('sam', 'open', module) })
    load.held = true
    const waiting = [enroll('ALG'), enroll('GON')]
    // Both were let in before the first came as far as this.
    await eventually(() => expect(load.waiting).toBe(1))
    expect(await api.ask('GET /user', { token })).toMatchObject(REFUSED)
    const refresh = api.ask('POST /token/refresh', { body: { refresh_token } })
    expect(await api.ask('GET /health/ready')).toMatchObject({ status: 200 })
    release()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, 201])
    expect(await refresh).toMatchObject({ status: 200 })
    expect(await api.ask('GET /user', { token })).toMatchObject({ status: 200 })
  })

  test('since others on the machine have, answers who come alone, and refuses a crowd', async () => {
    const { api, load, token, release } = await startBusyApi({ inFlight: 100, lag: 250, crowd: 2 })
    load.lag = 10_000
    expect(await api.ask('GET /user', { token })).toMatchObject({ status: 200 })
    load.held = true
    const enroll = (module: Module) => api.ask('POST /enrollment', { token, body: place('sam', 'open', module) })
    const waiting = [enroll('ALG'), enroll('GON')]
    await eventually(() => expect(load.waiting).toBe(1))
    expect(await api.ask('GET /user', { token })).toMatchObject(REFUSED)
    release()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, 201])
    expect(await api.ask('GET /user', { token })).toMatchObject({ status: 200 })
  })

  test('notifies its operator, and not for each that it refuses', async () => {
    const { api, load, token } = await startBusyApi({ inFlight: 100, lag: 250 })
    load.lag = 1_234.5
    for (let n = 0; n < 20; n++) await api.ask('GET /user', { token })
    const logged = api.logs.map((line) => JSON.parse(line)).filter(({ cause }) => cause === 'overload')
    expect(logged).toMatchObject([{ level: 40, lag: 1235, msg: 'unavailable' }])
  })
})
