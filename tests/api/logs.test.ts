import { Registry } from 'prom-client'
import { beforeAll, expect, test } from 'vitest'
import { createCalendarFeed } from '#contract/calendar.calls.ts'
import { makeInvigilatorLink, readInvigilatorLink } from '#contract/presence.calls.ts'
import { reasonTexts } from '#contract/refusals.texts.ts'
import type { Database } from '#database/engine/open-database.ts'
import { startTestApi, tokensIn } from '#tests/support/api/test-api.ts'
import { PASSWORD, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { listOperations } from './support/operations.ts'

const canaryHeaders = {
  cookie: 'session=kanarie-koek',
  referer: 'https://school.test/password-change/kanarie-verwijzer',
  'proxy-authorization': 'Basic kanarie-doorgever',
  'x-api-key': 'kanarie-sleutel',
  'user-agent': 'kanarie-toestel',
  'last-event-id': 'kanarie-nieuws',
  'if-none-match': '"kanarie-merk"',
  'x-request-id': 'kanarie-verzoek',
}

/** Body that is valid for some calls and not for others; no log may repeat any of it. */
const canaryBody = {
  username: 'kanarie@school.test',
  password: 'kanarie-wachtwoord',
  password_repeat: 'kanarie-anders',
  refresh_token: 'kanarie-vernieuwer',
  validation_key: 'kanarie-activatie',
  reset_key: 'kanarie-herstel',
  first_name: 'kanarie-voornaam',
  last_name: 'kanarie-achternaam',
  name: 'kanarie-naam',
  description: 'kanarie-omschrijving',
  user_id: 'kanarie-nummer',
  moment: 'kanarie-dag',
  entities: ['kanarie-lijst'],
}

describeOnEachDatabase('logs', (open) => {
  let database: Database
  let users: TestSchool['users']
  let moments: TestSchool['moments']
  beforeAll(async () => {
    database = await open()
    const school = await startTestSchool(database)
    users = school.users
    moments = school.moments
  })

  test('hold no password, token, key, body or query, whatever goes wrong', async () => {
    const healthy = await startTestApi(database)
    const first = await healthy.logIn('sam@school.test')
    const failing = async () => {
      throw Object.assign(new Error('planted'), { parameters: [PASSWORD, first.token], detail: first.refresh_token })
    }
    const broken = await startTestApi({ ...database, transaction: failing })
    const made = await healthy.ask(`POST /user/${users.sam}/calendar-feed`, { token: first.token })
    const feed = new URL(createCalendarFeed.reply.parse(made.body).entity.url ?? '').pathname
    const teacher = (await healthy.logIn('teacher@school.test')).token
    const path = `/testmoment/${moments.open}/invigilators`
    const link = makeInvigilatorLink.reply.parse((await healthy.ask(`POST ${path}`, { token: teacher })).body)
    const shown = await healthy.ask(`GET /invigilators/${link.entity.id}`, { token: teacher })
    const { url, code } = readInvigilatorLink.reply.parse(shown.body)
    const secret = url.split('.').at(-1) ?? ''
    const device = 'kanarie-apparaat'.padEnd(43, 'x')
    const admission = { link_id: link.entity.id, secret, code, token: device, name: 'kanarie-naam' }
    const canaries = [
      secret,
      device,
      'kanarie-naam',
      feed,
      ...feed.split('/').filter((part) => part.length > 30),
      first.token,
      first.token.split('.')[2] ?? '',
      first.refresh_token,
      PASSWORD,
      'kanarie-in-de-query',
    ]

    for (const api of [healthy, broken]) {
      const { token } = first
      await api.ask('POST /login_check', { body: { username: 'sam@school.test', password: PASSWORD } })
      await api.ask('POST /login_check', { body: `{"username":"sam@school.test","password":"${PASSWORD}"` })
      await api.ask('POST /token/refresh', { body: { refresh_token: first.refresh_token } })
      await api.ask('GET /user?token=kanarie-in-de-query', { token })
      await api.ask(`GET /${first.refresh_token}`, { token })
      await api.app.inject('/push/renew?secret=kanarie-in-de-query')
      for (const address of [feed, `${feed}/`, `${feed}?x=%zz`, `${feed}%zz`]) await api.ask(`GET ${address}`)
      await api.ask('POST /enrollment', { token, body: { user_id: 1, password: PASSWORD } })
      await api.ask(`GET ${path}`, { token: teacher })
      for (const body of [admission, { ...admission, secret: device }, { ...admission, code: 'niets' }])
        await api.ask('POST /invigilation', { body })
      const headers = { authorization: `Invigilator ${device}` }
      await api.ask('GET /invigilation', { headers })
      await api.ask('POST /invigilation/ticks', { headers, body: { ticks: [], walk_ins: [] } })
    }

    const written = [...healthy.logs, ...broken.logs].join('')
    expect(written).toContain('planted')
    for (const canary of canaries) expect(written).not.toContain(canary)
    expect(written).not.toMatch(new RegExp(`\\b${code}\\b`))
  })

  test('hold none of it at their most detailed level either, wherever in a request it is', async () => {
    const failing = async () => {
      throw new Error('planted')
    }
    const healthy = await startTestApi(database)
    const broken = await startTestApi({ ...database, transaction: failing })
    const { token, refresh_token } = await healthy.logIn('sam@school.test')
    for (const api of [healthy, broken]) {
      api.app.log.level = 'trace'
      for (const operation of await listOperations(api)) {
        const path = operation.path.replaceAll(/\{\w+\}/g, 'kanarie-pad')
        for (const url of [path, operation.path.replaceAll(/\{\w+\}/g, '7')])
          for (const authorization of [`Bearer ${token}`, 'Basic kanarie-basic', 'Bearer kanarie-drager'])
            await api.ask(`${operation.method} ${url}?search=kanarie-vraag&confirmed=kanarie-vraag`, {
              headers: { ...canaryHeaders, authorization },
              ...(operation.method !== 'GET' && { body: canaryBody }),
            })
      }
      for (const url of ['/activate/kanarie-pad', '/%zz/kanarie-pad', '/push/kanarie-pad', '/health/kanarie-pad'])
        await api.app.inject({ url, headers: { ...canaryHeaders, accept: 'text/html' } })
      await api.ask('POST /login_check', { body: '{"password": kanarie-lijf' })
      await api.ask('POST /login_check', { headers: { 'content-type': 'kanarie/soort' }, body: 'kanarie-lijf' })
    }
    const written = [...healthy.logs, ...broken.logs].join('')
    expect(written).toContain('planted')
    for (const canary of ['kanarie', token, token.split('.')[2] ?? '', refresh_token])
      expect(written).not.toContain(canary)
  })

  test('report each login and each new proof, by whom and by what, and nothing else of it', async () => {
    const api = await startTestApi(database, { alone: true })
    const { token } = await api.logIn('sam@school.test')
    expect(await api.ask('POST /step_up', { token, body: { password: PASSWORD } })).toMatchObject({ status: 200 })
    const lines = api.logs.map((line) => JSON.parse(line)).filter(({ msg }) => /^(logged in|proved again)$/.test(msg))
    const seen = { level: 30, user: users.sam, session: expect.any(Number), reqId: expect.any(String) }
    expect(lines).toMatchObject([
      { ...seen, msg: 'logged in', method: 'password' },
      { ...seen, msg: 'proved again', by: ['password'] },
    ])
    expect(JSON.stringify(lines)).not.toContain(PASSWORD)
  })

  test('report what may be an attack: one line and one count each, with ids and nothing else', async () => {
    const registry = new Registry()
    const api = await startTestApi(database, { alone: true, registry })
    const { noor, sam } = users
    const teacher = await api.logIn('teacher@school.test')
    const student = await api.logIn('sam@school.test')
    const session = expect.any(Number)
    const refresh = async ({ refresh_token }: { refresh_token: string }) =>
      tokensIn((await api.ask('POST /token/refresh', { body: { refresh_token } })).body)
    const noted = async (asking: () => Promise<{ status: number }>, status: number) => {
      const before = api.logs.length
      expect((await asking()).status).toBe(status)
      return api.logs
        .slice(before)
        .map((line) => JSON.parse(line))
        .filter((line) => 'security' in line)
        .map(({ level, time, pid, hostname, msg, reqId, ...rest }) => rest)
    }
    const logIn = (username: string) => () =>
      api.ask('POST /login_check', { body: { username, password: 'niet het wachtwoord' } })
    const asUser = (token: string, path = '/user') => api.ask(`GET ${path}`, { token })

    expect(await noted(logIn('sam@school.test'), 401)).toEqual([{ security: 'login-failed', user: sam }])
    expect(await noted(logIn('niemand@school.test'), 401)).toEqual([{ security: 'login-failed' }])
    for (let n = 0; n < 9; n++) await logIn('niemand@school.test')()
    expect(await noted(logIn('niemand@school.test'), 429)).toEqual([{ security: 'too-many-requests' }])
    expect(await noted(() => asUser('a.b.c'), 401)).toEqual([{ security: 'token-forged' }])
    expect(await noted(() => api.ask('GET /user'), 401)).toEqual([])
    expect(await noted(() => asUser(student.token, `/user/${noor}`), 403)).toEqual([
      { security: 'not-yours', user: sam, session },
    ])

    const second = await refresh(student)
    await refresh(second)
    const reuse = () => api.ask('POST /token/refresh', { body: { refresh_token: student.refresh_token } })
    expect(await noted(reuse, 401)).toEqual([{ security: 'refresh-reused', user: sam, session }])
    expect(await noted(reuse, 401)).toEqual([{ security: 'token-revoked', user: sam, session }])
    expect(await noted(() => asUser(student.token), 401)).toEqual([{ security: 'token-revoked', user: sam, session }])

    const edit = (roles: object) => () =>
      api.ask(`PUT /user/${noor}`, {
        token: teacher.token,
        body: { first_name: 'Noor', last_name: 'Bakker', ...roles },
      })
    expect(await noted(edit({}), 200)).toEqual([])
    expect(await noted(edit({ roles: ['ROLE_ADMIN'] }), 200)).toEqual([
      { security: 'role-changed', user: noor, by: users.teacher },
    ])
    api.clock.now += 15 * 60_000
    expect(await noted(() => asUser(teacher.token), 401)).toEqual([
      { security: 'token-expired', user: users.teacher, session },
    ])

    const counts = Object.fromEntries(
      [...(await registry.metrics()).matchAll(/^security_events_total\{event="([\w-]+)"\} (\d+)$/gm)].map(
        ([, event = '', count]) => [event, Number(count)],
      ),
    )
    expect(counts).toEqual({
      'login-failed': 11,
      'account-guessed': 0,
      'too-many-requests': 1,
      'token-forged': 1,
      'not-yours': 1,
      'refresh-reused': 1,
      'token-revoked': 2,
      'token-expired': 1,
      'role-changed': 1,
      'invigilator-code-wrong': 0,
      'school-login-refused': 0,
      'second-factor-wrong': 0,
      'passkey-refused': 0,
      'connection-refused': 0,
    })
    // A flood is counted to the last, and does not fill the disk.
    for (let n = 0; n < 100; n++) await asUser('a.b.c')
    expect(api.logs.filter((line) => line.includes('"token-forged"'))).toHaveLength(20)
    expect(await registry.metrics()).toContain('security_events_total{event="token-forged"} 101\n')
  })

  test('an unforeseen error is logged with the id that its reply carries, and its reply says nothing else', async () => {
    const failing = async () => {
      throw Object.assign(new Error('select secret from somewhere'), { statusCode: 503 })
    }
    const api = await startTestApi({ ...database, transaction: failing })
    const { status, body, headers } = await api.ask('POST /login_check', {
      body: { username: 'sam@school.test', password: PASSWORD },
    })
    expect({ status, body }).toEqual({
      status: 500,
      body: { reason: 'internal-error', message: reasonTexts['internal-error'] },
    })
    const line = api.logs.find((entry) => entry.includes('select secret'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, reqId: headers['x-request-id'] })
  })
})
