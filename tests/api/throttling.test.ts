import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { knowDevice, knownDevice } from '#api-server/sessions/known-device.ts'
import type { Database } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { type AccountStage, FIRST_PASSWORD, newAddress, startAccountStage } from '#tests/support/api/account-stage.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { PASSWORD, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnSqlite } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

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

    test('to an account that is not activated are failures as any other: its owner gets the same reply', async () => {
      const answers = await times(12, () => logIn('unactivated@school.test'))
      expect(statusesOf(answers).sort()).toEqual([...Array(10).fill(401), 429, 429])
    })

    test('are counted by the caller’s address, which only a trusted proxy can set', async () => {
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

    // Application gateways of Azure add the port of each connection.
    test.for([
      ['192.0.2.1:%', '192.0.2.1:5', '192.0.2.2:5'],
      ['[2001:db8::1]:%', '2001:db8::2', '[2001:db8:1::1]:5'],
      ['::ffff:192.0.2.1', '192.0.2.1:77', '192.0.2.2'],
    ])(
      'are counted by the address without the port that a proxy writes behind it: %s',
      async ([tried, same, other]) => {
        const from = (address = '') => ({ 'x-forwarded-for': address })
        api = await startTestApi(database, { config: readConfig({ DATA_DIR: '/tmp', TRUST_PROXY: '127.0.0.1' }) })
        await times(10, (n) => logIn('sam@school.test', 'geraden', from(tried?.replace('%', String(17_000 + n)))))
        expect(await logIn('sam@school.test', PASSWORD, from(same))).toMatchObject(TOO_MANY)
        expect(await logIn('sam@school.test', PASSWORD, from(other))).toMatchObject({ status: 200 })
      },
    )
  })

  describe('guesses', () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const pauses: number[] = []
    let gate: PromiseWithResolvers<void>
    let api: TestApi
    beforeEach(async () => {
      pauses.length = 0
      gate = Promise.withResolvers()
      const pause = async (ms: number) => {
        pauses.push(ms)
        await gate.promise
      }
      const config = readConfig({ DATA_DIR: temporaryFolder(), TRUST_PROXY: '127.0.0.1' })
      api = await startTestApi(database, { config, pause, alone: true })
    })
    const logIn = (headers: Record<string, string>, password = PASSWORD, username = 'sam@school.test') =>
      api.ask('POST /login_check', { body: { username, password }, headers })
    const guess = (address: string) => logIn(from(address), 'geraden')
    const CAMPUS = '192.0.2.1'
    const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => {
      const cookie = String(headers['set-cookie'])
      expect(cookie).toMatch(/^known-device=\S+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/)
      return { cookie: cookie.split(';')[0] ?? '' }
    }

    test('do not lock an owner out of the address where they logged in before', async () => {
      await logIn(from(CAMPUS))
      expect(statusesOf(await times(10, () => guess(CAMPUS)))).toEqual(Array(10).fill(401))
      expect(await logIn(from(CAMPUS))).toMatchObject({ status: 200 })
      // That address is known to this account, and to no other.
      await times(10, () => logIn(from(CAMPUS), 'geraden', 'noor@school.test'))
      expect(await logIn(from(CAMPUS), PASSWORD, 'noor@school.test')).toMatchObject(TOO_MANY)
    })

    test('by others do not count on a device that logged in before, wherever it is; its own do', async () => {
      const device = cookieOf(await logIn(from(CAMPUS)))
      const elsewhere = { ...device, ...from('198.51.100.7') }
      await times(10, () => guess('198.51.100.7'))
      expect(await logIn(from('198.51.100.7'))).toMatchObject(TOO_MANY)
      expect(await logIn(elsewhere)).toMatchObject({ status: 200 })
      await times(10, () => logIn(elsewhere, 'geraden'))
      expect(await logIn(elsewhere)).toMatchObject(TOO_MANY)
      expect(await logIn(from(CAMPUS))).toMatchObject({ status: 200 })
    })

    test.for([
      ['of another account', (own: string) => own],
      ['that was made up', () => `known-device=${'a'.repeat(65)}`],
      ['that is cut off', (own: string) => own.slice(0, -1)],
    ] as const)('are not helped by a cookie %s', async ([, spoil]) => {
      const { cookie } = cookieOf(await logIn(from(CAMPUS), PASSWORD, 'noor@school.test'))
      const headers = { ...from('198.51.100.8'), cookie: spoil(cookie) }
      await times(10, () => logIn(headers, 'geraden'))
      expect(await logIn(headers)).toMatchObject(TOO_MANY)
    })

    test('know a device over https by a cookie that no other host of the school can set', () => {
      const ring = [Buffer.alloc(32, 1)] as const
      const cookie = knowDevice(ring, 'sam@school.test', 'https://wiskunde.school.nl')
      expect(cookie).toMatch(/^__Host-known-device=\S+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/)
      const shown = `theme=dark; ${cookie.split(';')[0]}`
      expect(knownDevice(ring, 'sam@school.test', shown)).toHaveLength(22)
      expect(knownDevice(ring, 'noor@school.test', shown)).toBeUndefined()
    })

    test('from everywhere go one by one with a pause, lock nobody out, and the owner gets a letter once a day', async () => {
      const device = cookieOf(await logIn(from(CAMPUS)))
      const letters = () =>
        database.kysely.selectFrom('outbox').select('payload').where('kind', '=', 'guesses-letter').execute()
      expect(statusesOf(await times(20, (n) => guess(`203.0.113.${n}`)))).toEqual(Array(20).fill(401))
      expect([pauses, await letters()]).toEqual([[], []])

      let refused = 0
      const waiting = times(6, async (n) => {
        const answer = await guess(`203.0.113.${100 + n}`)
        if (answer.status === 429) refused += 1
        return answer
      })
      await eventually(() => expect(pauses).toEqual([2_000]))
      expect(await logIn({ ...device, ...from('203.0.113.99') })).toMatchObject({ status: 200 })
      // A login from a known address goes before the four that wait, and takes the place of one of them.
      const owner = logIn(from(CAMPUS))
      await eventually(() => expect(refused).toBe(2))
      gate.resolve()
      expect(await owner).toMatchObject({ status: 200 })
      expect(statusesOf(await waiting).sort()).toEqual([401, 401, 401, 401, 429, 429])
      expect(new Set(pauses)).toEqual(new Set([2_000]))

      expect(await letters()).toHaveLength(1)
      expect(JSON.stringify(await letters())).not.toContain('null')
      expect(api.logs.join('')).toContain('"security":"account-guessed"')
      vi.setSystemTime(Date.now() + 15 * MINUTE)
      await times(21, (n) => guess(`203.0.113.${n}`))
      expect(await letters()).toHaveLength(1)
    })
  })

  describe('letters', () => {
    let stage: AccountStage
    beforeEach(async () => {
      stage = await startAccountStage(database)
    })

    const HOUR = 60 * MINUTE
    const withLetter = async (table: 'registration' | 'password_reset') => {
      const rows = await database.kysely.selectFrom(table).select('user_id').where('user_id', 'is not', null).execute()
      return rows.length
    }

    test.each([
      ['registering', 'POST /register', 'registration'],
      ['asking for a new password', 'POST /password-reset', 'password_reset'],
    ] as const)(
      'by %s: five to one mailbox from one address, twenty from all, and nobody is refused',
      async (_, operation, table) => {
        const config = readConfig({ DATA_DIR: stage.dataDir, TRUST_PROXY: '127.0.0.1' })
        const api = await startTestApi(database, { config, alone: true })
        const username = newAddress()
        await stage.register(username)
        const before = await withLetter(table)
        const body = { username, password: FIRST_PASSWORD, password_repeat: FIRST_PASSWORD }
        const ask = (address: number) =>
          api.ask(operation, { body, headers: { 'x-forwarded-for': `192.0.2.${address}` } })
        const asked = async (count: number, address: number) => {
          expect(statusesOf(await times(count, () => ask(address)))).toEqual(Array(count).fill(200))
          return (await withLetter(table)) - before
        }
        expect(await asked(8, 1)).toBe(5)
        expect(await asked(1, 2)).toBe(6)
        for (const address of [3, 4, 5, 6]) await asked(5, address)
        // Registering before made one of them.
        expect(await asked(1, 7)).toBe(table === 'registration' ? 19 : 20)
        vi.setSystemTime(Date.now() + HOUR)
        api.clock.now += HOUR
        expect(await asked(1, 1)).toBe(table === 'registration' ? 20 : 21)
      },
    )

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
      expect(await stage.checkKey('geen-sleutel')).toMatchObject(TOO_MANY)
      expect(await stage.requestReset(newAddress())).toMatchObject(TOO_MANY)
      const [secret, unknown] = ['x'.repeat(43), 'y'.repeat(43)]
      const body = { link_id: 1, secret, code: '123456', token: unknown, name: 'Joost' }
      expect(await stage.api.ask('POST /invigilation', { body })).toMatchObject(TOO_MANY)
      const headers = { authorization: `Invigilator ${unknown}` }
      expect(await stage.api.ask('GET /invigilation', { headers })).toMatchObject(TOO_MANY)
      expect(await stage.api.ask('GET /user', { token })).toMatchObject({ status: 200 })
      expect(await stage.api.ask('POST /token/refresh', { body: { refresh_token } })).toMatchObject({ status: 200 })
      expect(await stage.logIn('sam@school.test', PASSWORD)).toMatchObject({ status: 200 })
      vi.setSystemTime(Date.now() + MINUTE)
      expect(await stage.activate('geen-sleutel')).toMatchObject({ status: 404 })
    })
  })

  test('tries of one reset key, and questions about it: thirty', async () => {
    const stage = await startAccountStage(database)
    expect(statusesOf(await times(30, () => stage.changePassword('geen-sleutel', 'kort')))).toEqual(Array(30).fill(404))
    expect(await stage.changePassword('geen-sleutel', 'kort')).toMatchObject(TOO_MANY)
    expect(await stage.checkKey('geen-sleutel')).toMatchObject(TOO_MANY)
    expect(statusesOf(await times(30, () => stage.checkKey('nog-een')))).toEqual(Array(30).fill(404))
    expect(await stage.changePassword('nog-een', 'kort')).toMatchObject(TOO_MANY)
    expect(await stage.changePassword('een-andere', 'kort')).toMatchObject({ status: 404 })
  })
})
