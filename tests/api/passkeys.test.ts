// @module-tag pooled
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { PUBLIC_URL } from '#tests/support/api/account-stage.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { type Misdoings, newAuthenticator } from '#tests/support/api/authenticator.ts'
import { PASSWORD } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'
import { changedSchema, type LoginStage, type Person, startLoginStage } from './support/login-stage.ts'

const MINUTE = 60_000
const REFUSED = { status: 422, body: { reason: 'passkey-refused' } }
const TOO_OLD = { status: 403, body: { reason: 'login-too-old' } }

describeOnEachDatabase('a passkey', (open) => {
  let database: Database
  let stage: LoginStage
  let sam: Person
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    stage = await startLoginStage(database)
    sam = await stage.person('sam')
  })
  const kept = () => database.kysely.selectFrom('passkey').selectAll().orderBy('id').execute()

  describe('logs its owner in', () => {
    beforeEach(async () => {
      await sam.addPasskey(stage.device)
    })

    test('by itself, and is reported in a letter and in the log', async () => {
      expect((await stage.mailbox.take(sam.username)).subject).toBe(
        'Er is een passkey toegevoegd aan je account van Wiskunde inschrijven',
      )
      expect(await auditTrail(database)).toContain(`user ${sam.id} passkey-added user ${sam.id}: `)
      stage.api.clock.now += MINUTE
      const answer = await stage.passkeyLogin(stage.device.get(await stage.challenge()))
      expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) } })
      expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-known-device=/)
      const session = database.kysely.selectFrom('session').select(['user_id', 'method']).orderBy('id', 'desc')
      expect(await session.executeTakeFirst()).toEqual({ user_id: sam.id, method: 'passkey' })
      expect(await sam.ask('GET /user/:own/login_methods')).toMatchObject({
        body: {
          passkeys: [{ name: 'Telefoon', backed_up: true, last_used_at: new Date(stage.api.clock.now).toISOString() }],
          recovery_codes_left: 0,
        },
      })
      expect(await kept()).toMatchObject([{ transports: '["internal","hybrid"]' }])
    })

    test.for<[string, Misdoings]>([
      ['on another page', { origin: 'https://wiskunde.test.evil.example' }],
      ['on the same host by another protocol', { origin: 'http://wiskunde.test' }],
      ['for another site', { rpId: 'evil.example' }],
      ['without asking who holds the device', { unverified: true }],
      ['to a challenge that nobody gave', { challenge: 'A'.repeat(72) }],
      ['as if a passkey were made', { type: 'webauthn.create' }],
      ['as somebody else’s', { userHandle: Buffer.alloc(32).toString('base64url') }],
      ['as nobody’s', { userHandle: undefined }],
    ])('but not when it answers %s', async ([, misdoings]) => {
      const answer = stage.device.get(await stage.challenge(), misdoings)
      expect(await stage.passkeyLogin(answer)).toMatchObject(REFUSED)
      expect(stage.api.logs.join('')).toContain('"security":"passkey-refused"')
      expect(await kept()).toMatchObject([{ last_used_at: null }])
    })

    test('but not when another key signed, or one that nobody has', async () => {
      const answer = stage.device.get(await stage.challenge())
      const other = newAuthenticator(PUBLIC_URL)
      other.create(await sam.options())
      const forged = other.get(await stage.challenge(), { userHandle: Object(answer).response.userHandle })
      expect(await stage.passkeyLogin(forged)).toMatchObject(REFUSED)
      expect(await stage.passkeyLogin({ ...answer, response: forged.response })).toMatchObject(REFUSED)
    })

    test('once by each answer, also when it comes twice at once', async () => {
      const answer = stage.device.get(await stage.challenge())
      const replies = await halfway(database, {
        hold: holdUser(sam.id),
        first: () => stage.passkeyLogin(answer),
        second: () => stage.passkeyLogin(answer),
      })
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
      expect(await stage.passkeyLogin(answer)).toMatchObject(REFUSED)
    })

    test('within ten minutes after it was asked', async () => {
      const [early, late] = [await stage.challenge(), await stage.challenge()]
      stage.api.clock.now += 10 * MINUTE - 1
      expect(await stage.passkeyLogin(stage.device.get(early))).toMatchObject({ status: 200 })
      stage.api.clock.now += 1
      expect(await stage.passkeyLogin(stage.device.get(late))).toMatchObject(REFUSED)
    })

    test('while its counter rises: a copy of it would lag behind', async () => {
      const answers = async (counter: number) =>
        (await stage.passkeyLogin(stage.device.get(await stage.challenge(), { counter }))).status
      expect([await answers(0), await answers(0)]).toEqual([200, 200])
      expect([await answers(3_000_000_000), await answers(3_000_000_000), await answers(7)]).toEqual([200, 422, 422])
      expect([await answers(0), await answers(3_000_000_001)]).toEqual([422, 200])
    })

    test('not with a challenge that was for adding one, or for somebody whose name was known', async () => {
      const { challenge } = await sam.options()
      const asked = await stage.challenge()
      expect(await stage.passkeyLogin(stage.device.get({ ...asked, challenge }))).toMatchObject(REFUSED)
      const passkey = stage.device.create({ ...(await sam.options()), challenge: asked.challenge })
      expect(await sam.ask('POST /user/:own/passkeys', { name: 'Nog een', passkey })).toMatchObject(REFUSED)
    })

    test('not when the account was switched off or deleted: the same refusal', async () => {
      const { kysely } = database
      await kysely.updateTable('user').set({ activated: false }).where('id', '=', sam.id).execute()
      const off = await stage.passkeyLogin(stage.device.get(await stage.challenge()))
      await kysely.deleteFrom('user').where('id', '=', sam.id).execute()
      const gone = await stage.passkeyLogin(stage.device.get(await stage.challenge()))
      expect(off).toMatchObject(REFUSED)
      expect(gone.body).toEqual(off.body)
    })
  })

  describe('is added', () => {
    test('as the server asks: kept by the device, unlocked by its owner, revealing nothing about them', async () => {
      const before = await sam.options()
      expect(before).toMatchObject({
        rp: { id: 'wiskunde.test' },
        pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        excludeCredentials: [],
      })
      await sam.addPasskey(stage.device)
      const [{ credential_id } = { credential_id: '' }] = await kept()
      const after = await sam.options()
      expect(after).toMatchObject({ user: before.user, excludeCredentials: [{ id: credential_id }] })
      const noor = await stage.person('noor')
      expect(Object(await noor.options()).user.id).not.toBe(Object(before.user).id)
    })

    test.for<[string, Misdoings]>([
      ['on another page', { origin: 'https://evil.example' }],
      ['for another site', { rpId: 'evil.example' }],
      ['by a device that did not ask who holds it', { unverified: true }],
    ])('but not %s', async ([, misdoings]) => {
      const passkey = stage.device.create(await sam.options(), misdoings)
      expect(await sam.ask('POST /user/:own/passkeys', { name: 'Telefoon', passkey })).toMatchObject(REFUSED)
      expect(await kept()).toEqual([])
    })

    test('but not with somebody else’s options, nor twice, nor one that somebody has', async () => {
      const noor = await stage.person('noor')
      const add = (person: Person, passkey: unknown) => person.ask('POST /user/:own/passkeys', { name: 'X', passkey })
      const passkey = stage.device.create(await sam.options())
      expect(await add(noor, passkey)).toMatchObject(REFUSED)
      expect(await add(sam, passkey)).toMatchObject({ status: 200 })
      expect(await add(sam, passkey)).toMatchObject(REFUSED)
      const { challenge } = await noor.options()
      const { response } = Object(passkey)
      const clientData = { type: 'webauthn.create', challenge, origin: PUBLIC_URL }
      const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url')
      expect(await add(noor, { ...passkey, response: { ...response, clientDataJSON } })).toMatchObject({
        status: 422,
        body: { reason: 'passkey-known' },
      })
    })

    test('under a name, twenty at most', async () => {
      const add = async (name: string) =>
        sam.ask('POST /user/:own/passkeys', { name, passkey: stage.device.create(await sam.options()) })
      for (const name of ['', ' ', 'x'.repeat(81)])
        expect(await add(name)).toMatchObject({ status: 422, body: { reason: 'passkey-name-missing' } })
      for (let n = 0; n < 20; n++) expect((await add('x'.repeat(80))).status).toBe(200)
      expect(await add('Te veel')).toMatchObject({ status: 422, body: { reason: 'passkeys-full' } })
    })
  })

  test('is renamed and removed by its owner alone', async () => {
    const { entity } = await sam.addPasskey(stage.device)
    const id = entity.passkeys[0]?.id
    const [noor, teacher] = [await stage.person('noor'), await stage.person('teacher')]
    for (const other of [noor, teacher])
      for (const call of [`PUT /passkey/${id}`, `DELETE /passkey/${id}`])
        expect(await other.ask(call, { name: 'Van mij' })).toMatchObject({ status: 404 })
    const renamed = await sam.ask(`PUT /passkey/${id}`, { name: ' Laptop ' })
    expect(changedSchema.parse(renamed.body).entity.passkeys).toMatchObject([{ id, name: 'Laptop' }])
    const links = ['edit', 'delete'].map((name) => [name, { href: `/api/v1/passkey/${id}` }])
    expect(renamed.body).toMatchObject({ entity: { passkeys: [{ _links: Object.fromEntries(links) }] } })
    await emptyAuditTrail(database)
    expect(await sam.ask(`DELETE /passkey/${id}`)).toMatchObject({ status: 200, body: { entity: { passkeys: [] } } })
    expect(await auditTrail(database)).toEqual([`user ${sam.id} passkey-removed user ${sam.id}: `])
    expect(await stage.passkeyLogin(stage.device.get(await stage.challenge()))).toMatchObject(REFUSED)
  })

  test('is not for a passer-by at a screen that was left open; a user with nothing to prove with is not asked', async () => {
    const { entity } = await sam.addPasskey(stage.device)
    const passkey = stage.device.create(await sam.options())
    const { refresh_token } = Object((await stage.logIn(sam.username, PASSWORD)).body)
    stage.api.clock.now += 15 * MINUTE - 1
    expect(await sam.ask('POST /user/:own/passkeys/options')).toMatchObject({ status: 200 })
    stage.api.clock.now += 1
    const { token } = Object((await stage.api.ask('POST /token/refresh', { body: { refresh_token } })).body)
    const later = (operation: string, body?: unknown) =>
      stage.api.ask(operation.replace(':own', String(sam.id)), { token, ...(body !== undefined && { body }) })
    const changes: [string, unknown?][] = [
      ['POST /user/:own/passkeys/options'],
      ['POST /user/:own/passkeys', { name: 'Van mij', passkey }],
      [`DELETE /passkey/${entity.passkeys[0]?.id}`],
      ['POST /user/:own/totp/begin'],
      ['POST /user/:own/totp', { code: '123456' }],
      ['DELETE /user/:own/totp'],
      ['POST /user/:own/recovery_codes'],
    ]
    for (const [operation, body] of changes) expect(await later(operation, body), operation).toMatchObject(TOO_OLD)
    await database.kysely.deleteFrom('passkey').execute()
    await database.kysely.updateTable('user').set({ password_hash: null }).where('id', '=', sam.id).execute()
    expect(await later('POST /user/:own/passkeys/options')).toMatchObject({ status: 200 })
  })
})
