import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { PASSWORD, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('logs', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await startTestSchool(database)
  })

  test('hold no password, token, key, body or query, whatever goes wrong', async () => {
    const healthy = await startTestApi(database)
    const first = await healthy.logIn('sam@school.test')
    const failing = async () => {
      throw Object.assign(new Error('planted'), { parameters: [PASSWORD, first.token], detail: first.refresh_token })
    }
    const broken = await startTestApi({ ...database, transaction: failing })
    const canaries = [
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
      await api.ask('POST /enrollment', { token, body: { user_id: 1, password: PASSWORD } })
    }

    const written = [...healthy.logs, ...broken.logs].join('')
    expect(written).toContain('planted')
    for (const canary of canaries) expect(written).not.toContain(canary)
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
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, reqId: headers['request-id'] })
  })
})
