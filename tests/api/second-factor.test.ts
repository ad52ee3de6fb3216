// @module-tag pooled
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { OTHER_PASSWORD, PUBLIC_URL } from '#tests/support/api/account-stage.ts'
import { newAuthenticator } from '#tests/support/api/authenticator.ts'
import { PASSWORD } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'
import {
  changedSchema,
  codeAt,
  type LoginStage,
  type Person,
  STEP,
  startLoginStage,
  startSchema,
  wrongCodeAt,
} from './support/login-stage.ts'

const MINUTE = 60_000
const WRONG = { status: 422, body: { reason: 'second-factor-wrong' } }
const OVER = { status: 401, body: { reason: 'second-factor-over' } }

describeOnEachDatabase('a second factor', (open) => {
  let database: Database
  let stage: LoginStage
  beforeAll(async () => {
    database = await open()
  })
  const code = (secret: string) => codeAt(secret, stage.api.clock.now)
  const wrongCode = (secret: string) => wrongCodeAt(secret, stage.api.clock.now)
  const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).toSorted()

  let sam: Person
  let secret: string
  let recoveryCodes: string[]
  beforeEach(async () => {
    stage = await startLoginStage(database)
    sam = await stage.person('sam')
    const made = await sam.addTotp()
    secret = made.secret
    recoveryCodes = made.recoveryCodes
    stage.api.clock.now += 2 * STEP
  })

  test('is asked after the password, and never before it', async () => {
    expect((await stage.mailbox.take(sam.username)).subject).toContain('een tweede stap ingesteld')
    const guessed = await stage.logIn(sam.username, 'geraden')
    expect(guessed.body).toEqual((await stage.logIn('noor@school.test', 'geraden')).body)
    const asked = await stage.logIn(sam.username, PASSWORD)
    expect(asked).toMatchObject({ status: 403, body: { factors: ['totp', 'recovery-code'], passkey: null } })
    expect(asked.headers).not.toHaveProperty('set-cookie')
    expect(await stage.give('niets', { code: code(secret) })).toMatchObject(OVER)
    expect(await stage.give('niets', { recovery_code: recoveryCodes[0] })).toMatchObject(OVER)
    const given = await stage.give(Object(asked.body).ticket, { code: code(secret) })
    expect(given).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    expect(String(given.headers['set-cookie'])).toMatch(/^__Host-known-device=/)
    expect(await stage.give(Object(asked.body).ticket, { code: code(secret) })).toMatchObject(OVER)
    const session = database.kysely.selectFrom('session').select('method').orderBy('id', 'desc')
    expect(await session.executeTakeFirst()).toEqual({ method: 'password-and-totp' })
  })

  test('is right in its own thirty seconds, however it is typed, and neither before nor after', async () => {
    const { ticket } = await stage.needed(sam.username)
    const { now } = stage.api.clock
    for (const at of [now - STEP, now + STEP])
      expect(await stage.give(ticket, { code: codeAt(secret, at) })).toMatchObject(WRONG)
    expect(await stage.give(ticket, { code: ` ${code(secret)} ` })).toMatchObject({ status: 200 })
    stage.api.clock.now += STEP
    const next = code(secret)
    const { ticket: other } = await stage.needed(sam.username)
    expect(await stage.give(other, { code: `${next.slice(0, 3)} ${next.slice(3)}` })).toMatchObject({ status: 200 })
  })

  test.for(['totp', 'recovery-code'] as const)('by %s holds once: of two logins at once one gets in', async (kind) => {
    const factor = kind === 'totp' ? { code: code(secret) } : { recovery_code: recoveryCodes[3]?.toUpperCase() }
    const [one, other] = [await stage.needed(sam.username), await stage.needed(sam.username)]
    const replies = await halfway(database, {
      hold: holdUser(sam.id),
      first: () => stage.give(one.ticket, factor),
      second: () => stage.give(other.ticket, factor),
    })
    expect(statuses(replies)).toEqual([200, 422])
    expect(await stage.give((await stage.needed(sam.username)).ticket, factor)).toMatchObject(WRONG)
  })

  test('is tried five times and for ten minutes', async () => {
    const [guessed, late, unsound] = [
      await stage.needed(sam.username),
      await stage.needed(sam.username),
      await stage.needed(sam.username),
    ]
    for (let n = 0; n < 4; n++)
      expect(await stage.give(guessed.ticket, { code: wrongCode(secret) })).toMatchObject(WRONG)
    expect(await stage.give(guessed.ticket, { code: wrongCode(secret) })).toMatchObject(OVER)
    expect(await stage.give(guessed.ticket, { code: code(secret) })).toMatchObject(OVER)
    for (const answer of [{}, { code: code(secret), recovery_code: recoveryCodes[0] }])
      expect(await stage.give(unsound.ticket, answer)).toMatchObject({ status: 400 })
    stage.api.clock.now += 10 * MINUTE
    expect(await stage.give(late.ticket, { code: code(secret) })).toMatchObject(OVER)
  })

  test('is not guessed by opening one ticket after the other; a recovery code or a passkey gets its owner in meanwhile', async () => {
    await sam.addPasskey(stage.device)
    for (let n = 0; n < 10; n++) {
      const { ticket } = await stage.needed(sam.username)
      expect(await stage.give(ticket, { code: wrongCode(secret) })).toMatchObject(WRONG)
    }
    const { ticket, passkey } = await stage.needed(sam.username)
    expect(await stage.give(ticket, { code: code(secret) })).toMatchObject({ status: 429 })
    expect(await stage.give(ticket, { passkey: stage.device.get(passkey) })).toMatchObject({ status: 200 })
    const { ticket: another } = await stage.needed(sam.username)
    expect(await stage.give(another, { recovery_code: recoveryCodes[0] })).toMatchObject({ status: 200 })
    const queued = database.kysely.selectFrom('outbox').select('payload').where('payload', 'like', '%codes-guessed%')
    expect(await queued.execute()).toHaveLength(1)
    stage.api.clock.now += 60 * MINUTE
    const { ticket: later } = await stage.needed(sam.username)
    expect(await stage.give(later, { code: code(secret) })).toMatchObject({ status: 200 })
  })

  test('by a code is not held up by wrong recovery codes or passkeys', async () => {
    for (const answer of [{ recovery_code: 'geraden' }, { passkey: {} }])
      for (let n = 0; n < 5; n++) {
        const { ticket } = await stage.needed(sam.username)
        expect(await stage.give(ticket, answer)).toMatchObject({ status: 422 })
      }
    for (let n = 0; n < 5; n++) {
      const { ticket } = await stage.needed(sam.username)
      expect(await stage.give(ticket, { recovery_code: 'geraden' })).toMatchObject(WRONG)
    }
    const { ticket } = await stage.needed(sam.username)
    expect(await stage.give(ticket, { code: code(secret) })).toMatchObject({ status: 200 })
  })

  test('the code or passkey of another user is refused', async () => {
    const noor = await stage.person('noor')
    const others = await noor.addTotp()
    const device = newAuthenticator(PUBLIC_URL)
    await noor.addPasskey(device)
    await sam.addPasskey(stage.device)
    stage.api.clock.now += 2 * STEP
    const { ticket, passkey } = await stage.needed(sam.username)
    expect(await stage.give(ticket, { code: code(others.secret) })).toMatchObject(WRONG)
    expect(await stage.give(ticket, { recovery_code: others.recoveryCodes[0] })).toMatchObject(WRONG)
    const refused = { status: 422, body: { reason: 'passkey-refused' } }
    expect(await stage.give(ticket, { passkey: device.get(passkey) })).toMatchObject(refused)
    // A challenge that was given to nobody in particular is none for somebody.
    expect(await stage.give(ticket, { passkey: stage.device.get(await stage.challenge()) })).toMatchObject(refused)
    const asked = await stage.needed(sam.username)
    const answer = stage.device.get(asked.passkey)
    expect(await stage.passkeyLogin(answer)).toMatchObject(refused)
    expect(await stage.give(asked.ticket, { passkey: answer })).toMatchObject({ status: 200 })
  })

  test('is no way past a password that was changed meanwhile', async () => {
    const { ticket } = await stage.needed(sam.username)
    await stage.mailbox.take(sam.username)
    await stage.requestReset(sam.username)
    await stage.changePassword(await stage.keyFor(sam.username), OTHER_PASSWORD)
    expect(await stage.give(ticket, { code: code(secret) })).toMatchObject(OVER)
    expect(await stage.logIn(sam.username, OTHER_PASSWORD)).toMatchObject({ status: 403 })
  })

  test('comes with ten recovery codes, each for one login, until they are renewed or it goes', async () => {
    expect(recoveryCodes).toHaveLength(10)
    for (const each of recoveryCodes) expect(each).toMatch(/^[2-9a-hjkmnp-z]{4}(-[2-9a-hjkmnp-z]{4}){6}$/)
    const [first, second] = recoveryCodes
    const use = async (recovery_code = '') =>
      (await stage.give((await stage.needed(sam.username)).ticket, { recovery_code })).status
    expect([await use(first), await use(first)]).toEqual([200, 422])
    // Of two letters on their way either may come first.
    const letters = [await stage.mailbox.take(sam.username), await stage.mailbox.take(sam.username)]
    expect(letters.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('ingelogd met een herstelcode'),
    )
    const left = { entity: { recovery_codes_left: 9 } }
    expect(await sam.ask('GET /user/:own/login_methods')).toMatchObject({ body: left.entity })
    const renewed = changedSchema.parse((await sam.ask('POST /user/:own/recovery_codes')).body).recovery_codes ?? []
    expect([await use(second), await use(renewed[0]?.replace('-', ' ').toUpperCase())]).toEqual([422, 200])
    expect(await sam.ask('DELETE /user/:own/totp')).toMatchObject({
      body: { entity: { totp: null, recovery_codes_left: 0 } },
    })
    expect(await stage.logIn(sam.username, PASSWORD)).toMatchObject({ status: 200 })
  })

  test('is sealed for its owner, counts once its first code was right, and is not begun over', async () => {
    const noor = await stage.person('noor')
    const begun = startSchema.parse((await noor.ask('POST /user/:own/totp/begin')).body)
    expect(begun.uri).toContain('Wiskunde%20inschrijven:noor')
    expect(await noor.ask('POST /user/:own/totp', { code: wrongCode(begun.secret) })).toMatchObject(WRONG)
    expect(await stage.logIn(noor.username, PASSWORD)).toMatchObject({ status: 200 })
    expect(await sam.ask('POST /user/:own/totp/begin')).toMatchObject({ status: 404 })
    const { kysely } = database
    const rows = await kysely.selectFrom('totp').select(['user_id', 'secret']).execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    const sams = rows.find(({ user_id }) => user_id === sam.id)?.secret ?? ''
    await kysely.updateTable('totp').set({ secret: sams }).where('user_id', '=', noor.id).execute()
    expect(await noor.ask('POST /user/:own/totp', { code: code(secret) })).toMatchObject({ status: 500 })
  })

  test('a passkey that is a way in by itself is not asked beside a password', async () => {
    const noor = await stage.person('noor')
    expect(await noor.addPasskey(stage.device)).not.toHaveProperty('recovery_codes')
    expect(await stage.logIn(noor.username, PASSWORD)).toMatchObject({ status: 200 })
  })
})
