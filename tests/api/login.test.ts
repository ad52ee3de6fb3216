import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import { logIn as logInto } from '#api-server/sessions/log-in.ts'
import { loginCheckSchemas } from '#contract/sessions.schema.ts'
import type { Database } from '#database/engine/open-database.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { MORNING, PASSWORD, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('POST /login_check', (open) => {
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    database = await open()
    await startTestSchool(database)
  })
  beforeEach(async () => {
    api = await startTestApi(database)
  })
  const logIn = (username: string, password = PASSWORD, headers = {}) =>
    api.ask('POST /login_check', { body: { username, password }, headers })

  test('a right password opens a session that GET /user answers to', async () => {
    const { status, body } = await logIn('sam@school.test')
    expect(status).toBe(200)
    const { token } = loginCheckSchemas.reply.parse(body)
    expect(await api.ask('GET /user', { token })).toMatchObject({ status: 200, body: { username: 'sam@school.test' } })
  })

  test('an address may be typed in capitals and with spaces around it', async () => {
    expect(await logIn('  Sam@School.TEST ')).toMatchObject({ status: 200 })
  })

  test('a wrong password and an unknown account get the same answer', async () => {
    const wrong = await logIn('sam@school.test', 'geraden')
    const unknown = await logIn('niemand@school.test')
    expect(wrong).toMatchObject({ status: 401, body: { reason: 'login-failed' } })
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body })
  })

  test('who knows the password of an account that is not activated hears so; nobody else does', async () => {
    expect(await logIn('unactivated@school.test')).toMatchObject({
      status: 401,
      body: { reason: 'account-not-activated' },
    })
    expect(await logIn('unactivated@school.test', 'geraden')).toMatchObject({ body: { reason: 'login-failed' } })
  })

  test('an account without a password lets nobody in', async () => {
    await database.kysely
      .updateTable('user')
      .set({ password_hash: null })
      .where('username', '=', 'noor@school.test')
      .execute()
    expect(await logIn('noor@school.test')).toMatchObject({ status: 401, body: { reason: 'login-failed' } })
  })

  test('no refresh token is stored, only its hash', async () => {
    const { refresh_token } = await api.logIn('sam@school.test')
    const rows = await database.kysely.selectFrom('refresh_token').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(refresh_token)
  })

  test('sessions whose time is over are swept at the next login', async () => {
    await api.logIn('sam@school.test')
    const count = async () => (await database.kysely.selectFrom('session').select('id').execute()).length
    api.clock.now += 90 * 86_400_000
    await api.logIn('sam@school.test')
    expect(await count()).toBe(1)
  })

  /** Logs in; something happens between the check of the password and its outcome, as when many wait in line. */
  const logInWhile = async (meanwhile: () => Promise<unknown>, clock = () => MORNING) => {
    const passwords = createPasswords()
    const check: typeof passwords.check = async (...asked) => {
      const matches = await passwords.check(...asked)
      await meanwhile()
      return matches
    }
    const proceed = async () => undefined
    const desk = { database, passwords: { ...passwords, check }, passwordLogin: 'on', clock, proceed } as const
    return logInto(desk, {
      username: 'sam@school.test',
      password: PASSWORD,
      device: 'Firefox',
      party: { known: false, key: '192.0.2.1' },
    })
  }

  test('a password that is changed while the old one waits in line lets nobody in', async () => {
    const change = () =>
      database.kysely
        .updateTable('user')
        .set((user) => ({ token_version: user('token_version', '+', 1) }))
        .where('username', '=', 'sam@school.test')
        .execute()
    await expect(logInWhile(change)).rejects.toMatchObject({ reason: 'login-failed' })
    await expect(logInWhile(async () => {})).resolves.toMatchObject({ token_version: 2 })
  })

  test('a session begins when the password was checked, not when it was sent', async () => {
    let now = MORNING
    const waitInLine = async () => {
      now += 3_000
    }
    const { id } = await logInWhile(waitInLine, () => now)
    const session = await database.kysely.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst()
    expect(session?.created_at).toBe(new Date(MORNING + 3_000).toISOString())
  })
})
