import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import { logIn as logInto } from '#api-server/sessions/log-in.ts'
import { loginCheck } from '#contract/sessions.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import {
  type AccountStage,
  FIRST_PASSWORD,
  keyIn,
  newAddress,
  OTHER_PASSWORD,
  PUBLIC_URL,
  startAccountStage,
} from '#tests/support/api/account-stage.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { MORNING, PASSWORD, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const HOUR = 3_600_000

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
    const { token } = loginCheck.reply.parse(body)
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

  describe('to an account that is not activated', () => {
    let stage: AccountStage
    let username: string
    beforeEach(async () => {
      stage = await startAccountStage(database)
      username = newAddress()
      await stage.register(username, FIRST_PASSWORD)
      await stage.mailbox.take(username)
    })
    const answered = async (address: string, password: string) => {
      const { status, body, headers } = await stage.logIn(address, password)
      const { date: _, 'x-request-id': __, ...rest } = headers
      return { status, body, headers: rest }
    }
    /** Letters that are on their way once a reply has left are there before those that are asked for after it. */
    const lettersTo = async (address: string) => {
      await stage.api.app.close()
      const rows = await database.kysely
        .selectFrom('outbox')
        .select('payload')
        .where('kind', '=', 'not-activated-letter')
        .execute()
      const { registrations } = await database.kysely
        .selectFrom('registration')
        .innerJoin('user', 'user.id', 'registration.user_id')
        .select(({ fn }) => fn.agg<string>('max', ['registration.id']).as('registrations'))
        .where('username', '=', address)
        .executeTakeFirstOrThrow()
      return rows.filter(({ payload }) => payload === `{"registration_id":${registrations}}`).length
    }

    test('the right password is answered as a wrong one and as an unknown account, headers and all', async () => {
      const right = await answered(username, FIRST_PASSWORD)
      expect(right).toMatchObject({ status: 401, body: { reason: 'login-failed' } })
      expect(await answered(username, OTHER_PASSWORD)).toEqual(right)
      expect(await answered(newAddress(), FIRST_PASSWORD)).toEqual(right)
      expect(await answered('unactivated@school.test', PASSWORD)).toEqual(right)
      const known = await stage.newAccount()
      expect(await answered(known, OTHER_PASSWORD)).toEqual(right)
    })

    test('the right password has its owner sent the link once more, which then holds as long as a new one', async () => {
      stage.api.clock.now += 71 * HOUR
      await stage.logIn(username, FIRST_PASSWORD)
      const letter = await stage.mailbox.take(username)
      expect(letter.subject).toBe('Je account is nog niet geactiveerd')
      expect(letter.link).toMatch(new RegExp(`^${PUBLIC_URL}/activate/[\\w-]{65}$`))
      stage.api.clock.now += 71 * HOUR
      expect(await stage.activate(keyIn(letter))).toMatchObject({ status: 200 })
      expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ status: 200 })
    })

    test('sends five such letters an hour, and none for a wrong password', async () => {
      for (let n = 0; n < 3; n++) await stage.logIn(username, OTHER_PASSWORD)
      for (let n = 0; n < 6; n++) await stage.logIn(username, FIRST_PASSWORD)
      expect(await lettersTo(username)).toBe(5)
    })

    test('sends none to one that a teacher switched off, whatever was registered or chosen', async () => {
      await stage.activate(await registeredKey())
      const { token } = await stage.api.logIn('teacher@school.test')
      const off = { first_name: 'Jade', last_name: 'Bos', activated: false }
      expect(await stage.api.ask(`PUT /user/${await idOf()}`, { token, body: off })).toMatchObject({ status: 200 })
      await stage.register(username, FIRST_PASSWORD)
      expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ body: { reason: 'login-failed' } })
      expect(await lettersTo(username)).toBe(0)
    })

    const idOf = async () => {
      const user = database.kysely.selectFrom('user').select('id').where('username', '=', username)
      return (await user.executeTakeFirstOrThrow()).id
    }
    const registeredKey = async () => {
      const letter = stage.mailbox.letters.findLast(({ to }) => to === username)
      if (!letter) throw new Error('no letter')
      return keyIn(letter)
    }
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
    const sessions = database.kysely
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select('session.id')
      .where('username', '=', 'sam@school.test')
    const count = async () => (await sessions.execute()).length
    api.clock.now += 90 * 86_400_000
    await api.logIn('sam@school.test')
    expect(await count()).toBe(1)
  })

  /** Logs in while something happens between the check of the password and its outcome, as when many logins wait. */
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
