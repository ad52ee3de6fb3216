import type { JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import { claimsIn } from '#api-server/logins/school-claims.ts'
import { beginAt } from '#api-server/logins/school-login.ts'
import { openSchoolProvider } from '#api-server/logins/school-provider.ts'
import { readConfig } from '#server/config.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openBrowser, PUBLIC_URL, startForger, startSchoolApi, untilTestEnds } from './support/school-stage.ts'

const HOUR = 3_600
const now = () => Math.floor(Date.now() / 1_000)
const SAM = { email: 'nieuw@school.test', email_verified: true }

describeOnEachDatabase('a provider that says what is not so', (open) => {
  const { database, school } = openStage(open, { server: 'none' })

  /** How a login ends with what this provider answers to the code. */
  const endWith = async (forgery: Parameters<typeof startForger>[1] extends () => infer Forgery ? Forgery : never) => {
    let nonce = ''
    const forger = untilTestEnds(
      await startForger(
        () => nonce,
        () => ({ userinfo: SAM, ...forgery }),
      ),
    )
    const api = await startSchoolApi(database, forger)
    const browser = openBrowser(api, { issuer: forger.issuer })
    const begun = new URL(await browser.begin()).searchParams
    nonce = begun.get('nonce') ?? ''
    const address = new URL('/api/v1/school_login/callback', PUBLIC_URL)
    address.search = new URLSearchParams({ code: 'x', state: begun.get('state') ?? '' }).toString()
    const { hash } = new URL(await browser.comeBack(address))
    return hash.replace(/=.{43}$/, '')
  }

  test('is believed where all is right', async () => {
    expect(await endWith({})).toBe('#school-code')
  })

  test.each([
    ['with another nonce', { claims: { nonce: 'x' } }, 'refused'],
    ['without a nonce', { claims: { nonce: undefined } }, 'refused'],
    ['in the name of another provider', { claims: { iss: 'https://elsewhere.test' } }, 'wrong-issuer'],
    ['for another app', { claims: { aud: 'ander' } }, 'refused'],
    ['given to another app', { claims: { azp: 'ander' } }, 'refused'],
    ['for several apps, given to another', { claims: { aud: ['wiskunde', 'ander'], azp: 'ander' } }, 'refused'],
    ['for several apps, given to nobody knows whom', { claims: { aud: ['wiskunde', 'ander'] } }, 'refused'],
    ['without a signature', { unsigned: true }, 'refused'],
    ['signed by a key that is not its own', { otherKey: true }, 'refused'],
    ['of an hour ago', { ahead: -HOUR }, 'refused'],
    ['issued two hours from now', { ahead: 2 * HOUR }, 'refused'],
    ['about a proof of two hours from now', { claims: { auth_time: now() + 2 * HOUR } }, 'refused'],
    ['beside facts about somebody else', { userinfo: { ...SAM, sub: 'noor' } }, 'refused'],
    ['of nobody', { claims: { sub: '' } }, 'refused'],
  ])('is refused with a token %s', async (_, forgery, failure) => {
    expect(await endWith(forgery)).toBe(`#school-error=${failure}`)
  })

  test('is believed where a token for several apps was given to this one', async () => {
    expect(await endWith({ claims: { aud: ['wiskunde', 'ander'], azp: 'wiskunde' } })).toBe('#school-code')
  })

  const HUGE = JSON.stringify({ sub: 'sam', ...SAM, more: 'x'.repeat(1024 * 1024) })
  test.each(['/me', '/token', '/jwks'])('is read up to a size, at %s too', async (path) => {
    expect(await endWith({ instead: { [path]: { body: HUGE } } })).toBe('#school-error=refused')
  })

  test('is not known by a description that is too large, and closes nothing that was', async () => {
    let instead: Record<string, { status?: number; body?: string }> = {}
    const forger = untilTestEnds(
      await startForger(
        () => '',
        () => ({ instead }),
      ),
    )
    let now = 0
    const { school } = readConfig({ ...forger.settings, DATA_DIR: '/nowhere', WEB_APP: 'none' }).logins
    if (!school) throw new Error('no school')
    const provider = () => openSchoolProvider({ school, clock: () => now, onAway: () => undefined })
    const known = provider()
    await known.connect()
    instead = { '/.well-known/openid-configuration': { body: HUGE } }
    await expect(provider().connect()).rejects.toMatchObject({ reason: 'school-unavailable' })
    now += 61_000
    expect(known.isAvailable()).toBe(true)
    await expect(known.connect()).resolves.toBeDefined()
  })

  test('closes its login for nobody by one 5xx, and for all by two looks that met one', async () => {
    let instead: Record<string, { status?: number }> = { '/me': { status: 503 } }
    let nonce = ''
    const forger = untilTestEnds(
      await startForger(
        () => nonce,
        () => ({ userinfo: SAM, instead }),
      ),
    )
    const api = await startSchoolApi(database, forger)
    const logIn = async () => {
      const browser = openBrowser(api, { issuer: forger.issuer })
      const begun = new URL(await browser.begin()).searchParams
      nonce = begun.get('nonce') ?? ''
      const address = new URL('/api/v1/school_login/callback', PUBLIC_URL)
      address.search = new URLSearchParams({ code: 'x', state: begun.get('state') ?? '' }).toString()
      return new URL(await browser.comeBack(address)).hash.replace(/=.{43}$/, '')
    }
    const isAvailable = async () => Object((await api.ask('GET /login_options')).body).school.available
    expect(await logIn()).toBe('#school-error=unavailable')
    expect(await isAvailable()).toBe(true)
    instead = {}
    expect(await logIn()).toBe('#school-code')

    let [now, looks] = [0, 0]
    const { school } = readConfig({ ...forger.settings, DATA_DIR: '/nowhere', WEB_APP: 'none' }).logins
    if (!school) throw new Error('no school')
    const onAway = () => {
      looks += 1
    }
    const provider = openSchoolProvider({ school, clock: () => now, onAway })
    await provider.connect()
    instead = { '/.well-known/openid-configuration': { status: 503 } }
    for (const [look, available] of [
      [1, true],
      [2, false],
    ] as const) {
      now += 61_000
      expect(provider.isAvailable()).toBe(true)
      await eventually(() => expect(looks).toBe(look))
      expect(provider.isAvailable()).toBe(available)
    }
  })

  test.each([-300, 300])(
    'is believed though its clock is off by %i s: the code and the nonce hold once',
    async (ahead) => {
      expect(await endWith({ ahead })).toBe('#school-code')
    },
  )

  /** How proving again ends for Sam, who is known there, where it says to have seen them at another time. */
  const proveWith = async (claims: JWTPayload, ahead = 0) => {
    let nonce = ''
    const forger = untilTestEnds(
      await startForger(
        () => nonce,
        () => ({ ahead, claims }),
      ),
    )
    const api = await startSchoolApi(database, forger)
    await database.kysely
      .insertInto('external_identity')
      .values({
        user_id: school.users.sam,
        issuer: forger.issuer,
        subject: 'sam',
        linked_at: '2026-01-01T00:00:00.000Z',
      })
      .execute()
    await api.logIn('sam@school.test')
    const session = await database.kysely
      .selectFrom('session')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const config = readConfig({ DATA_DIR: '/nowhere', ...forger.settings }).logins.school
    if (!config) throw new Error('no login of the school')
    const provider = openSchoolProvider({ school: config, clock: () => api.clock.now, onAway: () => undefined })
    const { href, cookie } = await beginAt(
      { database, school: provider, publicUrl: PUBLIC_URL },
      { purpose: 'prove', userId: school.users.sam, sessionId: session.id, returnPath: '/', now: api.clock.now },
    )
    const begun = new URL(href).searchParams
    expect([begun.get('prompt'), begun.get('max_age')]).toEqual(['login', '0'])
    nonce = begun.get('nonce') ?? ''
    const { headers } = await api.ask(`GET /school_login/callback?code=x&state=${begun.get('state')}`, {
      headers: { cookie: cookie.replace(/;.*/, '') },
    })
    const { authenticated_at } = await database.kysely
      .selectFrom('session')
      .select('authenticated_at')
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow()
    return { location: String(headers.location), proved: authenticated_at !== null }
  }

  test('proves again who somebody is, whatever its clock says', async () => {
    const stepped = { location: `${PUBLIC_URL}/stepped-up`, proved: true }
    expect(await proveWith({})).toEqual(stepped)
    expect(await proveWith({}, 250)).toEqual(stepped)
  })

  test.each([
    ['saw them a minute ago', () => ({ auth_time: now() - 60 }), 'refused'],
    ['does not say when', () => ({ auth_time: undefined }), 'refused'],
    ['saw somebody else', () => ({ sub: 'noor' }), 'other-person'],
  ])('proves nothing where it %s', async (_, claims, failure) => {
    const location = `${PUBLIC_URL}/stepped-up#school-error=${failure}`
    expect(await proveWith(claims())).toEqual({ location, proved: false })
  })
})

/** Claim names of the settings by default. */
const claims = {
  email: 'email',
  email_verified: 'email_verified',
  first_name: 'given_name',
  last_name: 'family_name',
  student_number: 'schac_personal_unique_code',
}
const code = (rest: string) => `urn:schac:personalUniqueCode:${rest}`

test.each([
  ['a number as it is', { schac_personal_unique_code: '0912345' }, { studentNumber: '0912345' }],
  [
    'the student’s of many codes',
    { schac_personal_unique_code: [code('int:esi:nl:0'), code('nl:local:x.nl:studentid:0912345')] },
    { studentNumber: '0912345' },
  ],
  ['no employee’s', { schac_personal_unique_code: [code('nl:local:x.nl:employeeid:77')] }, {}],
  [
    'the first of several',
    { email: [' a@x.nl ', 'b@x.nl'], email_verified: [true] },
    { email: 'a@x.nl', emailVerified: true },
  ],
  ['a text for the truth', { email_verified: 'true' }, { emailVerified: true }],
  ['what is neither true nor false as unknown', { email_verified: 1 }, { emailVerified: undefined }],
  ['nothing of what is empty', { given_name: '  ', family_name: [], email: null }, {}],
  ['a teacher by one of many values', { affiliation: ['member', 'employee'] }, { isAdministrator: true }],
  ['no teacher by a part of one', { affiliation: 'employees' }, { isAdministrator: false }],
])('of what a provider says is read: %s', (_, given, read) => {
  const administrator = { claim: 'affiliation', value: 'employee' }
  expect(claimsIn(given, { claims, administrator })).toEqual({
    emailVerified: undefined,
    isAdministrator: false,
    ...read,
  })
})
