import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { accountTrail } from '#tests/support/api/audit-trail.ts'
import { CLIENT, startSchoolProvider, type TestProvider } from '#tests/support/api/school-provider.ts'
import type { TestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { openBrowser, PEOPLE, PUBLIC_URL, startSchoolApi, untilTestEnds } from './support/school-stage.ts'

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }

describeOnEachDatabase('a logout that the school’s provider announces', (open) => {
  let database: Database
  let provider: TestProvider
  let api: TestApi
  beforeEach(async () => {
    database ??= await open()
    await startTestSchool(database)
    provider = untilTestEnds(await startSchoolProvider({ publicUrl: PUBLIC_URL, people: PEOPLE }))
    api = await startSchoolApi(database, provider)
  })

  const send = (logout_token: string) =>
    api.ask('POST /school_login/backchannel_logout', {
      body: new URLSearchParams({ logout_token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const statusOf = async ({ token }: { token: string }) => (await api.ask('GET /user', { token })).status
  const now = () => Math.floor(Date.now() / 1_000)
  const right = () => ({ iss: provider.issuer, aud: CLIENT.id, sub: 'nieuw', jti: 'een', iat: now(), events: EVENTS })
  const typed = { typ: 'logout+jwt' }

  test('ends what came of that session there, with its refresh tokens, and nothing else', async () => {
    const [here, elsewhere] = [openBrowser(api, provider), openBrowser(api, provider)]
    const [ended, other] = [await here.logIn('nieuw'), await elsewhere.logIn('nieuw')]
    const byPassword = await api.logIn('sam@school.test')
    await here.atSchool.logOut()
    const [token = ''] = provider.logoutTokens
    expect(await send(token)).toMatchObject({ status: 200, body: '' })
    expect([await statusOf(ended), await statusOf(other), await statusOf(byPassword)]).toEqual([401, 200, 200])
    const { refresh_token } = ended
    expect(await api.ask('POST /token/refresh', { body: { refresh_token } })).toMatchObject({ status: 401 })
  })

  test('shown again it is refused, and ends nothing that began since', async () => {
    const browser = openBrowser(api, provider)
    await browser.logIn('nieuw')
    const token = await provider.sign(right(), typed)
    expect(await send(token)).toMatchObject({ status: 200 })
    const since = await browser.logIn('nieuw')
    expect(await send(token)).toMatchObject({ status: 400 })
    expect(await statusOf(since)).toBe(200)
  })

  test('about a person ends all that they began there, and what is on its way', async () => {
    const [one, other, third] = [openBrowser(api, provider), openBrowser(api, provider), openBrowser(api, provider)]
    const [first, second] = [await one.logIn('nieuw'), await other.logIn('nieuw')]
    const underWay = await third.comeBack(await third.atSchool.logIn(await third.begin(), 'nieuw'))
    expect(await send(await provider.sign(right(), typed))).toMatchObject({ status: 200 })
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401])
    const { id } = await database.kysely
      .selectFrom('user')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    const login = 'logged-in: met schoolaccount'
    expect(await accountTrail(database, id)).toEqual([
      'created',
      login,
      login,
      'login-ended: door de school (2 logins)',
    ])
    expect(await third.exchange(underWay)).toMatchObject({ status: 401 })
  })

  test.each([
    ['without its type', () => right(), {}],
    ['without the event', () => ({ ...right(), events: {} }), typed],
    ['with a nonce, as an ID token has', () => ({ ...right(), nonce: 'x' }), typed],
    ['for another app', () => ({ ...right(), aud: 'ander' }), typed],
    ['by another provider', () => ({ ...right(), iss: 'https://elsewhere.test' }), typed],
    ['that names nobody', () => ({ ...right(), sub: undefined }), typed],
    ['without a number of its own', () => ({ ...right(), jti: undefined }), typed],
    ['of an hour ago', () => ({ ...right(), iat: now() - 3_600 }), typed],
    ['signed by a key that is not its own', () => right(), { ...typed, kid: 'ander' }],
  ])('a token %s ends nothing', async (_, payload, header) => {
    const tokens = await openBrowser(api, provider).logIn('nieuw')
    expect(await send(await provider.sign(payload(), header))).toMatchObject({ status: 400 })
    expect(await statusOf(tokens)).toBe(200)
  })

  test('a text that is no token is refused, as JSON too', async () => {
    expect(await send('x.y.z')).toMatchObject({ status: 400, body: { reason: 'request-malformed' } })
    const body = { logout_token: 'x' }
    expect(await api.ask('POST /school_login/backchannel_logout', { body })).toMatchObject({ status: 400 })
  })
})
