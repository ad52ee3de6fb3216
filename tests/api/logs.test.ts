import { beforeAll, expect, test } from 'vitest'
import { createCalendarFeedSchemas } from '#contract/calendar.schema.ts'
import type { Database } from '#database/engine/open-database.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
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

/** Right in shape for some calls and wrong for others; nothing of it may be repeated. */
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
  beforeAll(async () => {
    database = await open()
    const school = await startTestSchool(database)
    users = school.users
  })

  test('hold no password, token, key, body or query, whatever goes wrong', async () => {
    const healthy = await startTestApi(database)
    const first = await healthy.logIn('sam@school.test')
    const failing = async () => {
      throw Object.assign(new Error('planted'), { parameters: [PASSWORD, first.token], detail: first.refresh_token })
    }
    const broken = await startTestApi({ ...database, transaction: failing })
    const made = await healthy.ask(`POST /user/${users.sam}/calendar-feed`, { token: first.token })
    const feed = new URL(createCalendarFeedSchemas.reply.parse(made.body).entity.url ?? '').pathname
    const canaries = [
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
    }

    const written = [...healthy.logs, ...broken.logs].join('')
    expect(written).toContain('planted')
    for (const canary of canaries) expect(written).not.toContain(canary)
  })

  test('hold none of it at their most talkative either, wherever in a request it stands', async () => {
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

  test('an unforeseen error is logged with the id that its reply carries, and its reply says nothing else', async () => {
    const failing = async () => {
      throw new Error('select secret from somewhere')
    }
    const api = await startTestApi({ ...database, transaction: failing })
    const { status, body, headers } = await api.ask('POST /login_check', {
      body: { username: 'sam@school.test', password: PASSWORD },
    })
    expect({ status, body }).toEqual({ status: 500, body: { reason: 'internal-error' } })
    const line = api.logs.find((entry) => entry.includes('select secret'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, reqId: headers['x-request-id'] })
  })
})
