import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkKeyOf, newLinkNonce, nonceOfLinkKey } from '#api-server/accounts/link-key.ts'
import { requireUser } from '#api-server/users/require-user.ts'
import { accountReply } from '#api-server/users/user.replies.ts'
import { resendValidationMailSchemas, verifyUserSchemas } from '#contract/accounts.schema.ts'
import type { Database } from '#database/engine/open-database.ts'
import { activationRefusalTexts } from '#domain/accounts/account.texts.ts'
import type { Role } from '#domain/users/roles.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { type KeyRing, readKeyRing, readKeys } from '#server/keys.ts'
import {
  type AccountStage,
  FIRST_PASSWORD,
  newAddress,
  OTHER_PASSWORD,
  startAccountStage,
} from '#tests/support/api/account-stage.ts'
import { startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway } from '#tests/support/halfway.ts'

const HOUR = 3_600_000
const UNKNOWN = { status: 404, body: { reason: activationRefusalTexts.unknown } }
const EXPIRED = { status: 404, body: { reason: activationRefusalTexts.expired } }

describeOnEachDatabase('an activation link', (open) => {
  let database: Database
  let school: TestSchool
  let stage: AccountStage
  let username: string
  let key: string
  beforeAll(async () => {
    database = await open()
    school = await startTestSchool(database)
  })
  beforeEach(async () => {
    stage = await startAccountStage(database)
    username = newAddress()
    await stage.register(username)
    key = await stage.keyFor(username)
  })
  const isActivated = async () => {
    const { activated } = await database.kysely
      .selectFrom('user')
      .select('activated')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    return activated
  }

  test('works once', async () => {
    // Who registered has a password: there is nothing more to choose.
    expect(await stage.activate(key)).toEqual(expect.objectContaining({ status: 200, body: { username } }))
    expect(await stage.activate(key)).toMatchObject(UNKNOWN)
    expect(await isActivated()).toBe(true)
  })

  test('works once also for two at the same time', { tags: 'race' }, async () => {
    const activate = () => stage.activate(key)
    const answers = await halfway(database, {
      hold: (trx) => trx.selectFrom('user').select('id').where('username', '=', username).forUpdate().execute(),
      first: activate,
      second: activate,
    })
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  test('works for 72 hours, to the millisecond, and then says how to get another', async () => {
    stage.api.clock.now += 72 * HOUR
    expect(await stage.activate(key)).toMatchObject(EXPIRED)
    stage.api.clock.now -= 1
    expect(await stage.activate(key)).toMatchObject({ status: 200 })
  })

  test('that expired is replaced by registering again', async () => {
    stage.api.clock.now += 73 * HOUR
    await stage.register(username)
    expect(await stage.activate(await stage.keyFor(username))).toMatchObject({ status: 200 })
  })

  test.each([
    ['cut off', (whole: string) => whole.slice(0, -1)],
    ['with something behind it', (whole: string) => `${whole}A`],
    ['of another nonce', (whole: string) => `${randomBytes(16).toString('base64url')}${whole.slice(22)}`],
    ['of another proof', (whole: string) => `${whole.slice(0, 22)}${randomBytes(32).toString('base64url')}`],
    ['without a proof', (whole: string) => whole.slice(0, 22)],
    ['in capitals', (whole: string) => whole.toUpperCase()],
    ['that is no key', () => "' or 1=1 --"],
    ['of NULs', () => '\u0000'.repeat(65)],
  ])('%s is not known', async (_, spoil) => {
    const answer = await stage.activate(spoil(key))
    expect(
      [UNKNOWN.body.reason, 'request-malformed'].map((reason) => expect.objectContaining({ reason })),
    ).toContainEqual(answer.body)
    expect(await isActivated()).toBe(false)
  })

  test('works in one spelling only, though several stand for the same bits', async () => {
    const bits = (text: string) => Buffer.from(text, 'base64url').toString('hex')
    const proof = key.slice(22)
    const twins = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((last) => proof.slice(0, -1) + last)
      .filter((twin) => twin !== proof && bits(twin) === bits(proof))
    expect(twins).toHaveLength(3)
    for (const twin of twins) expect(await stage.activate(key.slice(0, 22) + twin)).toMatchObject(UNKNOWN)
  })

  test.each([[''], ['k'.repeat(1_001)], [7], [undefined]])('%j is malformed', async (validation_key) => {
    expect(await stage.api.ask('POST /verify-user', { body: { validation_key } })).toMatchObject({ status: 400 })
  })

  test('is no key to a password, nor the other way round', async () => {
    expect(await stage.changePassword(key, 'gradenboog-liniaal-4')).toMatchObject({
      status: 404,
      body: { reason: 'unknown' },
    })
    await stage.requestReset(username)
    expect(await stage.activate(await stage.keyFor(username))).toMatchObject(UNKNOWN)
  })

  test('is for its purpose only, whatever it is used for', () => {
    const ring: KeyRing = [randomBytes(32)]
    const nonce = newLinkNonce()
    expect(nonceOfLinkKey(ring, 'activation', linkKeyOf(ring, 'activation', nonce))).toBe(nonce)
    expect(nonceOfLinkKey(ring, 'password-reset', linkKeyOf(ring, 'activation', nonce))).toBeUndefined()
  })

  test('cannot be told from what the database keeps', async () => {
    const tables = await Promise.all([
      database.kysely.selectFrom('user').selectAll().execute(),
      database.kysely.selectFrom('outbox').selectAll().execute(),
      database.kysely.selectFrom('registration').selectAll().execute(),
    ])
    expect(JSON.stringify(tables)).not.toContain(key)
    expect(JSON.stringify(tables)).not.toContain(key.slice(22))
  })

  test('goes on working when the ring has got a newer key, and not once its own is gone', async () => {
    const folder = join(stage.dataDir, 'keys', 'links')
    await writeFile(join(folder, '2.key'), `${randomBytes(32).toString('base64url')}\n`)
    const both = (await readKeys(stage.dataDir)).links
    expect(both).toHaveLength(2)
    expect(nonceOfLinkKey(both, 'activation', key)).toBe(key.slice(0, 22))
    const [newer] = both
    expect(nonceOfLinkKey([newer], 'activation', key)).toBeUndefined()
    // Ten comes after nine.
    await writeFile(join(folder, '10.key'), `${randomBytes(32).toString('base64url')}\n`)
    const [newest, second] = await readKeyRing(folder)
    expect(second?.equals(newer)).toBe(true)
    expect(newest.equals(newer)).toBe(false)
  })

  describe('renewed by an administrator', () => {
    let token: string
    let id: number
    beforeEach(async () => {
      token = (await stage.api.logIn('teacher@school.test')).token
      const user = await database.kysely
        .selectFrom('user')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
      id = user.id
    })
    const resend = (userId = id, bearer = token) =>
      stage.api.ask(`POST /user/${userId}/validation-mail`, { token: bearer })

    test('is shown to the administrator, and mailed as a way to choose a password', async () => {
      const { status, body } = await resend()
      expect(status).toBe(200)
      const { activation_key, activation_expires_at, ...user } = entityIn(body)
      expect(user).toMatchObject({ id, username, activated: false })
      const { subject, link } = await stage.mailbox.take(username)
      expect(subject).toBe('Je account voor Wiskunde inschrijven staat klaar')
      expect(link).toContain('/password-change/')
      expect(Date.parse(activation_expires_at ?? '')).toBe(stage.api.clock.now + 72 * HOUR)
      const activated = await stage.activate(activation_key ?? '')
      expect(activated).toMatchObject({ status: 200, body: { username, reset_key: expect.any(String) } })
      const { reset_key } = verifyUserSchemas.reply.parse(activated.body)
      // It belongs to no registration: none of the passwords that were chosen there counts.
      expect(await stage.activate(key)).toMatchObject(UNKNOWN)
      expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ body: { reason: 'login-failed' } })
      expect(await stage.changePassword(reset_key ?? '', OTHER_PASSWORD)).toMatchObject({ status: 200 })
      expect(await stage.logIn(username, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    })

    test('leaves the link of the registration as it is, until one of the two is used', async () => {
      const { activation_key } = entityIn((await resend()).body)
      expect(await stage.activate(key)).toMatchObject({ status: 200, body: { username } })
      expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ status: 200 })
      expect(await stage.activate(activation_key ?? '')).toMatchObject(UNKNOWN)
    })

    test('after it was switched off lets in by a new password only', async () => {
      await stage.activate(key)
      await database.kysely.updateTable('user').set({ activated: false }).where('id', '=', id).execute()
      const { activation_key } = entityIn((await resend()).body)
      await stage.activate(activation_key ?? '')
      expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ body: { reason: 'login-failed' } })
    })

    test('is also shown by GET /user/:id, until it is used', async () => {
      const seen = async () => userSchema.parse((await stage.api.ask(`GET /user/${id}`, { token })).body)
      const { activation_key } = await seen()
      expect(await stage.activate(activation_key ?? '')).toMatchObject({ status: 200, body: { username } })
      expect(await seen()).not.toHaveProperty('activation_key')
    })

    test('is not shown to its owner', async () => {
      const row = await requireUser(database.kysely, id)
      const { links } = await readKeys(stage.dataDir)
      const reader = (role: Role) => ({ id, roles: [role], sessionId: 1, tokenVersion: 1, provedAt: 0, until: 0 })
      expect(accountReply(row, reader('ROLE_ADMIN'), links)).toHaveProperty('activation_key')
      expect(accountReply(row, reader('ROLE_STUDENT'), links)).not.toHaveProperty('activation_key')
    })

    test('is refused for an account that is activated, and for nobody', async () => {
      await stage.activate(key)
      expect(await resend()).toMatchObject({ status: 409, body: { reason: 'account-activated' } })
      expect(await resend(2_000_000_000)).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    })

    test('is nothing for a student, of themselves neither', async () => {
      const student = (await stage.api.logIn('sam@school.test')).token
      expect(await resend(id, student)).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
      expect(await resend(school.users.sam, student)).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
      expect(await stage.api.ask(`POST /user/${id}/validation-mail`)).toMatchObject({ status: 401 })
    })
  })
})

const entityIn = (body: unknown) => resendValidationMailSchemas.reply.parse(body).entity
