import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { CANCELS, startSchoolProvider, type TestProvider } from '#tests/support/api/school-provider.ts'
import { type TestApi, tokensIn } from '#tests/support/api/test-api.ts'
import { PASSWORD, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { openBrowser, PEOPLE, PUBLIC_URL, startSchoolApi } from './support/school-stage.ts'

const MINUTE = 60_000

/** @module-tag pooled */
describeOnEachDatabase('a login by the school', (open) => {
  let database: Database
  let provider: TestProvider
  let api: TestApi
  beforeAll(async () => {
    database = await open()
    provider = await startSchoolProvider({ publicUrl: PUBLIC_URL, people: PEOPLE })
  })
  afterAll(() => provider.stop())
  beforeEach(async () => {
    await startTestSchool(database)
    api = await startSchoolApi(database, provider)
  })

  /** How a login ends in the browser that began it, where it leads back with other words than the provider's. */
  const endWith = async (change: (address: URL) => void | Promise<void>, subject = 'nieuw') => {
    const browser = openBrowser(api, provider)
    const address = await browser.atSchool.logIn(await browser.begin(), subject)
    await change(address)
    return browser.comeBack(address)
  }
  const failed = (failure: string) => `${PUBLIC_URL}/login#school-error=${failure}`
  const sessions = () => database.kysely.selectFrom('session').select(['id', 'method', 'revoked_at']).execute()

  test('leads by the provider back to where it began, and to tokens that hold', async () => {
    const browser = openBrowser(api, provider)
    const address = await browser.atSchool.logIn(await browser.begin('/student/history?jaar=1'), 'nieuw')
    const location = await browser.comeBack(address)
    expect(location).toMatch(/^https:\/\/wiskunde\.test\/student\/history\?jaar=1#school-code=[\w-]{43}$/)
    const { status, body } = await browser.exchange(location)
    expect(status).toBe(200)
    const { token } = tokensIn(body)
    expect(await api.ask('GET /user', { token })).toMatchObject({
      body: { username: 'nieuw@school.test', first_name: 'Nieuw', student_number: '0912345' },
    })
    expect(await sessions()).toMatchObject([{ method: 'school' }])
  })

  test('the second time it is the same account, and nothing is left in the browser', async () => {
    const browser = openBrowser(api, provider)
    await browser.logIn('nieuw')
    expect(browser.headers().cookie).toBe('')
    await browser.logIn('nieuw')
    const people = await database.kysely.selectFrom('user').select('id').where('username', 'like', 'nieuw@%').execute()
    expect(people).toHaveLength(1)
  })

  test('begins by the button of our own page; who is led here by another reads the page with that button', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const led = await api.ask('GET /school_login', { headers: { 'sec-fetch-site': site } })
      expect(led, site).toMatchObject({ status: 302, headers: { location: `${PUBLIC_URL}/login` } })
      expect(led.headers['set-cookie'], site).toBeUndefined()
    }
    const pressed = await api.ask('GET /school_login', { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(pressed.headers.location).toContain(provider.issuer)
  })

  test('several tabs may be on their way at once', async () => {
    const browser = openBrowser(api, provider)
    const [one, other] = [await browser.begin('/een'), await browser.begin('/twee')]
    const second = await browser.comeBack(await browser.atSchool.logIn(other, 'nieuw'))
    const first = await browser.comeBack(await browser.atSchool.logIn(one, 'nieuw'))
    expect([await browser.exchange(first), await browser.exchange(second)]).toMatchObject([
      { status: 200 },
      { status: 200 },
    ])
  })

  test('begun at one server, it ends at another and is exchanged at a third', async () => {
    const env = { DATA_DIR: temporaryFolder() }
    const [one, two, three] = [
      await startSchoolApi(database, provider, { env }),
      await startSchoolApi(database, provider, { env }),
      await startSchoolApi(database, provider, { env }),
    ]
    const browser = openBrowser(one, provider)
    const location = await browser.comeBack(await browser.atSchool.logIn(await browser.begin(), 'nieuw'), two)
    const { token } = tokensIn((await browser.exchange(location, three)).body)
    expect(await one.ask('GET /user', { token })).toMatchObject({ status: 200 })
  })

  test('its code is exchanged once, in a minute, and in the browser that began it', async () => {
    const [victim, attacker] = [openBrowser(api, provider), openBrowser(api, provider)]
    const login = async (browser = attacker) =>
      browser.comeBack(await browser.atSchool.logIn(await browser.begin(), 'nieuw'))
    const refused = { status: 401, body: { reason: 'school-code-unknown' } }
    // The victim's browser is on its way itself: it has a cookie, but not that of the attacker's login.
    await victim.begin()
    expect(await victim.exchange(await login())).toMatchObject(refused)
    const used = await login()
    const body = { code: used.replace(/.*=/, '') }
    const kept = { body, headers: attacker.headers() }
    expect(await api.ask('POST /school_login/token', kept)).toMatchObject({ status: 200 })
    expect(await api.ask('POST /school_login/token', kept)).toMatchObject(refused)
    const late = await login()
    api.clock.now += MINUTE
    expect(await attacker.exchange(late)).toMatchObject(refused)
  })

  test('a login that a password reset ended meanwhile is not begun', async () => {
    const browser = openBrowser(api, provider)
    await browser.logIn('nieuw')
    const location = await browser.comeBack(await browser.atSchool.logIn(await browser.begin(), 'nieuw'))
    await database.kysely
      .updateTable('user')
      .set({ token_version: 9 })
      .where('username', '=', 'nieuw@school.test')
      .execute()
    expect(await browser.exchange(location)).toMatchObject({ status: 401 })
  })

  test('an end that was not begun, or by another browser, is refused: nobody is logged in as somebody else', async () => {
    const [victim, attacker] = [openBrowser(api, provider), openBrowser(api, provider)]
    const lure = async () => attacker.atSchool.logIn(await attacker.begin('/student/history'), 'nieuw')
    expect(await victim.comeBack(await lure())).toBe(failed('other-browser'))
    await victim.begin()
    expect(await victim.comeBack(await lure())).toBe(failed('other-browser'))
    expect(await victim.comeBack(new URL('/api/v1/school_login/callback?code=x&state=y', PUBLIC_URL))).toBe(
      failed('replayed'),
    )
    expect(await victim.comeBack(new URL('/api/v1/school_login/callback?code=x', PUBLIC_URL))).toBe(failed('refused'))
    expect(api.logs.join('')).toContain('"security":"school-login-refused"')
    expect(await sessions()).toEqual([])
  })

  test('an answer holds once, here and at the provider', async () => {
    const browser = openBrowser(api, provider)
    const address = await browser.atSchool.logIn(await browser.begin(), 'nieuw')
    expect(await browser.comeBack(address)).toContain('#school-code=')
    expect(await browser.comeBack(address)).toBe(failed('replayed'))
    const used = address.searchParams.get('code') ?? ''
    expect(await endWith(({ searchParams }) => searchParams.set('code', used))).toBe(failed('refused'))
  })

  test('another’s code in this browser is refused: each is begun with a verifier and a nonce of its own', async () => {
    const begun = async () => new URL(await openBrowser(api, provider).begin()).searchParams
    const [one, another] = [await begun(), await begun()]
    expect(one.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'nonce', 'state']) expect(one.get(name)).not.toBe(another.get(name))
    const other = openBrowser(api, provider)
    const theirs = await other.atSchool.logIn(await other.begin(), 'nieuw')
    const code = theirs.searchParams.get('code') ?? ''
    expect(await endWith(({ searchParams }) => searchParams.set('code', code), 'sam')).toBe(failed('refused'))
  })

  test.each([
    ['another state', ({ searchParams }: URL) => searchParams.set('state', 'x'.repeat(43)), 'replayed'],
    ['the state twice', ({ searchParams }: URL) => searchParams.append('state', 'x'), 'refused'],
    ['another issuer', ({ searchParams }: URL) => searchParams.set('iss', 'https://elsewhere.test'), 'wrong-issuer'],
    ['no issuer, of one that always says it', ({ searchParams }: URL) => searchParams.delete('iss'), 'wrong-issuer'],
    ['no code', ({ searchParams }: URL) => searchParams.delete('code'), 'refused'],
  ])('an answer with %s is refused', async (_, change, failure) => {
    expect(await endWith(change)).toBe(failed(failure))
  })

  test('a user who takes longer than a quarter of an hour, or cancels, reads so and goes on from there', async () => {
    const browser = openBrowser(api, provider)
    const slow = await browser.atSchool.logIn(await browser.begin(), 'nieuw')
    api.clock.now += 15 * MINUTE
    expect(await browser.comeBack(slow)).toBe(failed('expired'))
    const other = openBrowser(api, provider)
    const cancelled = await other.atSchool.logIn(await other.begin('/student/history'), CANCELS)
    expect(await other.comeBack(cancelled)).toBe(
      `${PUBLIC_URL}/login?return=%2Fstudent%2Fhistory#school-error=cancelled`,
    )
  })

  test.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/%09/evil.test',
    '/.//evil.test',
    '/x/..//evil.test',
    '/%2e/%2fevil.test',
    '/%2F/evil.test',
    '/%5Cevil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.test',
    '@evil.test',
    '.evil.test',
    ' //evil.test',
    '/api/v1/token/invalidate',
    '/%61pi/v1/user',
    '/push/health/live',
    '/x\r\nset-cookie: a=b',
    '/%',
    '',
  ])('a way back to %j leads nowhere but to the beginning of the app', async (path) => {
    const browser = openBrowser(api, provider)
    const location = await browser.comeBack(await browser.atSchool.logIn(await browser.begin(path), 'nieuw'))
    const { origin, pathname, search } = new URL(location)
    expect([origin, pathname, search]).toEqual([PUBLIC_URL, expect.stringMatching(/^\/(%09\/evil\.test)?$/), ''])
  })

  test('an address that the provider does not vouch for makes no account and opens nobody’s, least of all a teacher’s', async () => {
    expect(await endWith(() => undefined, 'docent')).toBe(failed('address-unverified'))
    const linked = await database.kysely.selectFrom('external_identity').select('id').execute()
    expect(linked).toEqual([])
  })

  test('keys that the provider changed are fetched again, in the middle of a login too', async () => {
    await openBrowser(api, provider).logIn('nieuw')
    await provider.rotate()
    await openBrowser(api, provider).logIn('nieuw')
    expect(await endWith(() => provider.rotate())).toContain('#school-code=')
  })

  test('users who came by it may end their session there too; nobody else is shown that, and of nobody else', async () => {
    const { token } = await openBrowser(api, provider).logIn('nieuw')
    const linkOf = async (token: string, path = '/user') =>
      Object((await api.ask(`GET ${path}`, { token })).body)._links.end_school_login
    expect(await linkOf(token)).toEqual({ method: 'GET', href: '/api/v1/school_login/end' })
    const { headers } = await api.ask('GET /school_login/end')
    expect(headers.location).toBe(
      `${provider.issuer}/session/end?client_id=wiskunde&post_logout_redirect_uri=${encodeURIComponent(`${PUBLIC_URL}/login`)}`,
    )
    const teacher = (await api.logIn('teacher@school.test')).token
    const { id } = Object((await api.ask('GET /user', { token })).body)
    expect([await linkOf(teacher), await linkOf(teacher, `/user/${id}`)]).toEqual([undefined, undefined])
  })
})

describeOnEachDatabase('while the school’s provider is away', (open) => {
  let database: Database
  let provider: TestProvider
  beforeAll(async () => {
    database = await open()
    await startTestSchool(database)
    provider = await startSchoolProvider({ publicUrl: PUBLIC_URL, people: PEOPLE })
  })
  afterAll(() => provider.stop())
  beforeEach(() => provider.switchOn())

  const optionsOf = async (api: TestApi) => Object((await api.ask('GET /login_options')).body).school.available
  const away = `${PUBLIC_URL}/login#school-error=unavailable`

  test('a storm of visitors makes one try, and who has a session or a password notices nothing', async () => {
    const api = await startSchoolApi(database, provider, { alone: true })
    const { token } = await api.logIn('sam@school.test')
    provider.switchOff()
    const before = provider.refused()
    const storm = Array.from({ length: 50 }, () => openBrowser(api, provider).begin())
    const others = await Promise.all([
      api.ask('GET /user', { token }),
      api.ask('POST /login_check', { body: { username: 'noor@school.test', password: PASSWORD } }),
      api.ask('GET /login_options'),
      api.ask('GET /health/ready'),
    ])
    expect(others).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }, { status: 200 }])
    expect(new Set(await Promise.all(storm))).toEqual(new Set([away]))
    expect(await openBrowser(api, provider).begin('/student/history')).toContain('#school-error=unavailable')
    expect(provider.refused() - before).toBe(1)
    expect(await optionsOf(api)).toBe(false)
    expect(api.logs.join('')).toContain('"cause":"school-provider-away"')

    provider.switchOn()
    expect(await openBrowser(api, provider).begin()).toBe(away)
    api.clock.now += 5_000
    expect(await openBrowser(api, provider).begin()).toContain(provider.issuer)
    expect(await optionsOf(api)).toBe(true)
  })

  test('a user who was sent there reads so when they come back, and it is known to be away', async () => {
    const api = await startSchoolApi(database, provider, { alone: true })
    const browser = openBrowser(api, provider)
    const address = await browser.atSchool.logIn(await browser.begin(), 'nieuw')
    provider.switchOff()
    expect(await browser.comeBack(address)).toBe(away)
    expect(await optionsOf(api)).toBe(false)
    expect(await browser.begin()).toBe(away)
  })

  test('a page shows no JSON, whatever is wrong', async () => {
    const none = await startSchoolApi(database, { settings: {} }, { alone: true })
    for (const path of [
      '/school_login',
      '/school_login/callback?state=x',
      `/school_login?return=/${'x'.repeat(3_000)}`,
    ])
      expect(await none.ask(`GET ${path}`), path).toMatchObject({ status: 302 })
    expect(await none.ask('GET /login_options')).toMatchObject({ body: { password: 'on', school: null } })
  })
})
