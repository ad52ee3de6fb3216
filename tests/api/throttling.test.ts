import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { type AccountStage, FIRST_PASSWORD, newAddress, startAccountStage } from '#tests/support/api/account-stage.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { PASSWORD, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnSqlite } from '#tests/support/databases.ts'

const MINUTE = 60_000
const TOO_MANY = { status: 429, body: { reason: 'too-many-requests' } }

/** The limits know no database, so one is enough. */
describeOnSqlite('too many', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await startTestSchool(database)
  })
  // The windows are counted by the process's own clock.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const times = <Value>(count: number, act: (n: number) => Promise<Value>) =>
    Promise.all(Array.from({ length: count }, (_, n) => act(n)))
  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)

  describe('logins', () => {
    let api: TestApi
    beforeEach(async () => {
      api = await startTestApi(database)
    })
    const logIn = (username: string, password = PASSWORD, headers: Record<string, string> = {}) =>
      api.ask('POST /login_check', { body: { username, password }, headers })

    test('that fail: ten, and then the right password does not help for a quarter of an hour', async () => {
      expect(statusesOf(await times(10, () => logIn('sam@school.test', 'geraden')))).toEqual(Array(10).fill(401))
      const refused = await logIn(' SAM@school.test')
      expect(refused).toMatchObject(TOO_MANY)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60)
      vi.setSystemTime(Date.now() + 15 * MINUTE)
      expect(await logIn('sam@school.test')).toMatchObject({ status: 200 })
    })

    test('of an account that nobody has are refused alike', async () => {
      await times(10, () => logIn('niemand@school.test', 'geraden'))
      expect(await logIn('niemand@school.test')).toMatchObject(TOO_MANY)
    })

    test('at once are no way around: ten of fifty guesses are looked at', async () => {
      const answers = await times(50, () => logIn('sam@school.test', 'geraden'))
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
    })

    test('of one account keep nobody else out', async () => {
      await times(10, () => logIn('sam@school.test', 'geraden'))
      expect(await logIn('noor@school.test')).toMatchObject({ status: 200 })
    })

    test('that succeed are never too many, at once neither', async () => {
      const answers = await times(40, () => logIn('sam@school.test'))
      expect(statusesOf(answers)).toEqual(Array(40).fill(200))
    })

    test('to an account that waits for its activation are no guesses', async () => {
      const answers = await times(12, () => logIn('unactivated@school.test'))
      expect(statusesOf(answers)).toEqual(Array(12).fill(401))
    })

    test('are counted by the caller’s address, which only a trusted proxy can tell', async () => {
      const from = (address: string) => ({ 'x-forwarded-for': address })
      await times(10, (n) => logIn('sam@school.test', 'geraden', from(`192.0.2.${n}`)))
      expect(await logIn('sam@school.test', PASSWORD, from('192.0.2.99'))).toMatchObject(TOO_MANY)

      api = await startTestApi(database, { config: readConfig({ DATA_DIR: '/tmp', TRUST_PROXY: '127.0.0.1' }) })
      await times(10, () => logIn('sam@school.test', 'geraden', from('192.0.2.1')))
      expect(await logIn('sam@school.test', PASSWORD, from('192.0.2.1'))).toMatchObject(TOO_MANY)
      expect(await logIn('sam@school.test', PASSWORD, from('192.0.2.2'))).toMatchObject({ status: 200 })
      // A household or a phone has a /64 to itself.
      await times(10, (n) => logIn('noor@school.test', 'geraden', from(`2001:db8::${n}`)))
      expect(await logIn('noor@school.test', PASSWORD, from('2001:db8::ffff:1'))).toMatchObject(TOO_MANY)
    })
  })

  describe('letters', () => {
    let stage: AccountStage
    beforeEach(async () => {
      stage = await startAccountStage(database)
    })

    test.each([
      ['registering', (username: string) => stage.register(username)],
      ['asking for a new password', (username: string) => stage.requestReset(username)],
    ])('by %s: ten to one address, with an account or without', async (_, ask) => {
      const username = newAddress()
      expect(statusesOf(await times(10, () => ask(username)))).toEqual(Array(10).fill(200))
      expect(await ask(username)).toMatchObject(TOO_MANY)
      // Its activation letter was the first.
      const known = await stage.newAccount()
      expect(statusesOf(await times(9, () => ask(known)))).toEqual(Array(9).fill(200))
      expect(await ask(known)).toMatchObject(TOO_MANY)
      expect(await ask(newAddress())).toMatchObject({ status: 200 })
      vi.setSystemTime(Date.now() + 15 * MINUTE)
      expect(await ask(username)).toMatchObject({ status: 200 })
    })

    test('are not what a refused form causes', async () => {
      const username = newAddress()
      await times(20, () => stage.register(username, 'kort'))
      expect(await stage.register(username)).toMatchObject({ status: 200 })
    })
  })

  describe('strangers', () => {
    test('behind one address: 600 calls a minute, and who is logged in goes on', async () => {
      const stage = await startAccountStage(database)
      const { token, refresh_token } = await stage.api.logIn('sam@school.test')
      const answers = await times(600, () => stage.activate('geen-sleutel'))
      expect(new Set(statusesOf(answers))).toEqual(new Set([404]))
      expect(await stage.activate('geen-sleutel')).toMatchObject(TOO_MANY)
      expect(await stage.register(newAddress())).toMatchObject(TOO_MANY)
      expect(await stage.changePassword('geen-sleutel', FIRST_PASSWORD)).toMatchObject(TOO_MANY)
      expect(await stage.requestReset(newAddress())).toMatchObject(TOO_MANY)
      expect(await stage.api.ask('GET /user', { token })).toMatchObject({ status: 200 })
      expect(await stage.api.ask('POST /token/refresh', { body: { refresh_token } })).toMatchObject({ status: 200 })
      expect(await stage.logIn('sam@school.test', PASSWORD)).toMatchObject({ status: 200 })
      vi.setSystemTime(Date.now() + MINUTE)
      expect(await stage.activate('geen-sleutel')).toMatchObject({ status: 404 })
    })
  })

  test('tries of one reset key: thirty', async () => {
    const stage = await startAccountStage(database)
    expect(statusesOf(await times(30, () => stage.changePassword('geen-sleutel', 'kort')))).toEqual(Array(30).fill(404))
    expect(await stage.changePassword('geen-sleutel', 'kort')).toMatchObject(TOO_MANY)
    expect(await stage.changePassword('een-andere', 'kort')).toMatchObject({ status: 404 })
  })
})
