import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createCalendarFeed } from '#contract/calendar.calls.ts'
import type { EngineLoad } from '#database/engine/engine.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { measureEngine } from '#server/database-metrics.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

test.for<EngineLoad>([
  { engine: 'sqlite', busyWaits: 3, busyMs: 1_500 },
  { engine: 'postgres', inUse: 3, idle: 2, waiting: 7 },
])('reading the figures of $engine changes none of them', async (load) => {
  const registry = new Registry()
  measureEngine(registry, { load: () => load })
  const first = await registry.metrics()
  for (const line of load.engine === 'sqlite'
    ? ['sqlite_busy_waits_total 3', 'sqlite_busy_seconds_total 1.5']
    : ['database_pool_in_use 3', 'database_pool_idle 2', 'database_pool_waiting 7'])
    expect(first.split('\n')).toContain(line)
  expect(await registry.metrics()).toBe(first)
})

describeOnEachDatabase('the figures of the API server', (open) => {
  const { database, school } = openStage(open, { server: 'none' })

  const start = async (options: Partial<Parameters<typeof startTestApi>[1]> = {}, asked = database) => {
    const registry = new Registry()
    const api = await startTestApi(asked, { alone: true, registry, ...options })
    const page = () => registry.metrics()
    const lines = async (beginning: string) => (await page()).split('\n').filter((line) => line.startsWith(beginning))
    return { api, page, lines }
  }

  test('name requests by the pattern of their route, never by an address', async () => {
    const { api, page, lines } = await start()
    const { token } = await api.logIn('sam@school.test')
    const made = await api.ask(`POST /user/${school.users.sam}/calendar-feed`, { token })
    const feed = new URL(createCalendarFeed.reply.parse(made.body).entity.url ?? '')
    expect(await api.ask(`GET ${feed.pathname}`)).toMatchObject({ status: 200 })
    await api.ask('GET /user?search=kanarie')
    for (const url of ['/kanarie', '/api/v1/kanarie/7', '/push/kanarie', '/assets/kanarie.js'])
      await api.app.inject({ url, headers: { 'user-agent': 'kanarie', authorization: 'Bearer kanarie' } })
    await api.app.inject({ url: '/kanarie', method: 'OPTIONS' })

    const text = await page()
    const key = feed.pathname.split('/').find((part) => part.length > 30)
    expect(key).toBeDefined()
    for (const secret of ['kanarie', key, token]) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/route="[^"]*\d{2}/)
    expect(await lines('http_request_duration_seconds_count')).toEqual(
      expect.arrayContaining([
        expect.stringContaining('method="POST",route="/api/v1/login_check",status="200"} 1'),
        expect.stringContaining('method="GET",route="/api/v1/calendar/:key/toetsen.ics",status="200"} 1'),
        expect.stringContaining('method="GET",route="/api/v1/user",status="401"} 1'),
        expect.stringContaining('method="unmatched",route="unmatched",status="404"}'),
      ]),
    )
    expect(await lines('http_requests_in_flight')).toEqual(['http_requests_in_flight 0'])
  })

  test('show how the enrollment desk does', async () => {
    const { api, lines } = await start()
    const { token } = await api.logIn('sam@school.test')
    const body = { user_id: school.users.sam, testmoment_id: school.moments.open }
    const enroll = (module_id: number) => api.ask('POST /enrollment', { token, body: { ...body, module_id } })
    const answers = await Promise.all([enroll(school.modules.ALG), enroll(school.modules.GON)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const desk = await lines('enrollment_desk_')
    expect(desk).toContain('enrollment_desk_batch_requests_sum 2')
    expect(desk).toContain('enrollment_desk_waiting 0')
    const transactions = desk.find((line) => line.startsWith('enrollment_desk_transaction_seconds_count'))
    const waits = desk.find((line) => line.startsWith('enrollment_desk_wait_seconds_count'))
    expect(transactions?.split(' ')[1]).toMatch(/^[12]$/)
    expect(waits?.split(' ')[1]).toBe(transactions?.split(' ')[1])
  })

  test('show how the desk does where logins are refreshed', async () => {
    const { api, lines } = await start()
    const { refresh_token } = await api.logIn('sam@school.test')
    expect(await api.ask('POST /token/refresh', { body: { refresh_token } })).toMatchObject({ status: 200 })
    expect(await lines('refresh_desk_')).toEqual(
      expect.arrayContaining([
        'refresh_desk_batch_requests_sum 1',
        'refresh_desk_wait_seconds_count 1',
        'refresh_desk_transaction_seconds_count 1',
        'refresh_desk_waiting 0',
      ]),
    )
  })

  test('count what is refused since there is too much to do', async () => {
    const { api, lines } = await start({ load: { limits: { inFlight: 100, lag: 250, crowd: 0 }, lag: () => 250 } })
    for (let n = 0; n < 3; n++) await api.ask('GET /user')
    expect(await lines('http_unavailable_total')).toEqual(['http_unavailable_total{cause="overload"} 3'])
    expect(await lines('http_request_duration_seconds_count')).toEqual([
      expect.stringContaining('route="/api/v1/user",status="503"} 3'),
    ])
  })

  test('show what waits in the outbox, by kind', async () => {
    // Due a minute ago, for the push server, which does not run here.
    await database.transaction((trx) =>
      enqueue(trx, 'testmoment-opened', { testmoment_id: school.moments.open }, MORNING - 60_000),
    )
    const { lines } = await start()
    expect(await lines('outbox_')).toEqual([
      'outbox_tasks{kind="testmoment-opened"} 1',
      'outbox_age_seconds{kind="testmoment-opened"} 60',
      'outbox_failing_tasks{kind="testmoment-opened"} 0',
      'outbox_failing_seconds{kind="testmoment-opened"} 0',
    ])
    // Tried in vain, and due again in an hour: it is not late, and it fails since it was put there.
    await database.kysely
      .updateTable('outbox')
      .set({ last_error: 'ECONNREFUSED', available_at: new Date(MORNING + 3_600_000).toISOString() })
      .where('kind', '=', 'testmoment-opened')
      .execute()
    expect(await lines('outbox_')).toEqual([
      'outbox_tasks{kind="testmoment-opened"} 1',
      'outbox_age_seconds{kind="testmoment-opened"} 0',
      'outbox_failing_tasks{kind="testmoment-opened"} 1',
      'outbox_failing_seconds{kind="testmoment-opened"} 60',
    ])
    expect(await lines('postgres_standbys')).toEqual(
      database.isRemote ? ['postgres_standbys{state="streaming"} 0'] : [],
    )
    expect(await lines('database_up')).toEqual(['database_up 1'])
    expect(await lines(database.isRemote ? 'database_pool_' : 'sqlite_busy_')).not.toEqual([])
  })

  test('say so when the database is away, and the page still loads', async () => {
    const away = await open()
    const { page, lines } = await start({}, away)
    await away.close()
    expect(await lines('database_up')).toEqual(['database_up 0'])
    expect(await lines('outbox_')).toEqual([])
    expect(await page()).toContain('http_requests_in_flight 0\n')
  })
})
