import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationMadeHere, rememberRegistration } from '#api-server/accounts/account.routes.ts'
import { ACTIVATED, activateAccount } from '#api-server/accounts/activate-account.ts'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import { linkKeyOf, newLinkNonce, nonceOfLinkKey } from '#api-server/facts/link-key.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import { accountReply } from '#api-server/facts/user.replies.ts'
import { resendValidationMail } from '#contract/accounts.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import { accountFaultTexts, activationRefusalTexts, passwordNeededText } from '#domain/accounts/account.texts.ts'
import type { Role } from '#domain/users/roles.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { type KeyRing, readKeyRing, readKeys } from '#server/keys.ts'
import {
  type AccountStage,
  cookieIn,
  FIRST_PASSWORD,
  keyIn,
  newAddress,
  OTHER_PASSWORD,
  startAccountStage,
} from '#tests/support/api/account-stage.ts'
import { accountTrail } from '#tests/support/api/audit-trail.ts'
import { MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway } from '#tests/support/halfway.ts'

const HOUR = 3_600_000
const UNKNOWN = { status: 404, body: { reason: activationRefusalTexts.unknown } }
const PASSWORD_NEEDED = { status: 422, body: { reason: 'password-needed', message: passwordNeededText } }
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

  test('works once, where it was asked for with the password that was chosen then', async () => {
    const activated = await stage.activate(key)
    expect(activated).toEqual(expect.objectContaining({ status: 200, body: { username } }))
    expect(String(activated.headers['set-cookie'])).toContain('Max-Age=0')
    expect(await stage.activate(key)).toMatchObject(UNKNOWN)
    expect(await isActivated()).toBe(true)
    expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ status: 200 })
    const account = database.kysely.selectFrom('user').select('id').where('username', '=', username)
    const trail = await accountTrail(database, (await account.executeTakeFirstOrThrow()).id)
    expect(trail.slice(-2)).toEqual(['activated', 'logged-in: met wachtwoord'])
  })

  describe('on a device that did not make the registration', () => {
    const elsewhere = { cookie: '' }

    test('asks for a password, which takes the place of the one that was chosen, and changes nothing before', async () => {
      const before = await database.kysely.selectFrom('user').selectAll().where('username', '=', username).execute()
      for (let n = 0; n < 3; n++)
        expect(await stage.activate(key, elsewhere)).toMatchObject({ ...PASSWORD_NEEDED, body: { username } })
      expect(await database.kysely.selectFrom('user').selectAll().where('username', '=', username).execute()).toEqual(
        before,
      )
      expect(await stage.activate(key, { ...elsewhere, password: OTHER_PASSWORD })).toMatchObject({
        status: 200,
        body: { username },
      })
      expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ status: 401 })
      expect(await stage.logIn(username, OTHER_PASSWORD)).toMatchObject({ status: 200 })
      expect(await stage.activate(key, { ...elsewhere, password: FIRST_PASSWORD })).toMatchObject(UNKNOWN)
    })

    test.each([
      ['kort', ['password-too-short']],
      ['', ['password-missing']],
      ['wachtwoord', ['password-common']],
    ] as const)('says what is wrong with %j, and the link goes on working', async (password, faults) => {
      expect(await stage.activate(key, { ...elsewhere, password })).toMatchObject({
        status: 422,
        body: { reason: { errors: faults.map((fault) => accountFaultTexts[fault]) } },
      })
      expect(await isActivated()).toBe(false)
      expect(await stage.activate(key)).toMatchObject({ status: 200 })
    })

    test('the signed cookie of that one registration identifies it, and alone opens nothing', async () => {
      const own = cookieIn(await stage.register(username, OTHER_PASSWORD))
      const ownKey = await stage.keyFor(username)
      const others = cookieIn(await stage.register(newAddress()))
      const flipped = `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`
      const made = `registered-here=${ownKey.slice(0, 22)}${'A'.repeat(43)}`
      const link = `registered-here=${ownKey}`
      for (const cookie of [others, flipped, made, link, own.slice(0, -1), 'registered-here='])
        expect(await stage.activate(ownKey, { cookie }), cookie).toMatchObject(PASSWORD_NEEDED)
      // The one registration, and not another of the same address.
      expect(await stage.activate(key, { cookie: own })).toMatchObject(PASSWORD_NEEDED)
      expect(await stage.activate(own.split('=')[1] ?? '', { cookie: own })).toMatchObject(UNKNOWN)
      expect(await stage.activate(ownKey, { cookie: `theme=dark; ${own}` })).toMatchObject({ status: 200 })
      expect(await stage.logIn(username, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    })

    test('asks for none where no password lets in: the school’s login is theirs', async () => {
      const { links } = await readKeys(stage.dataDir)
      const desk = { database, passwords: createPasswords(), links, passwordLogin: 'off' } as const
      expect(await activateAccount(desk, { key }, stage.api.clock.now)).toEqual({ activated: true, username })
      expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ status: 401 })
    })
  })

  test('is remembered by a cookie out of reach of scripts, that over https no other host can set', () => {
    const ring = [Buffer.alloc(32, 1)] as const
    const nonce = newLinkNonce()
    const cookie = rememberRegistration(ring, nonce, 'https://wiskunde.school.nl')
    expect(cookie).toMatch(
      /^__Host-registered-here=[\w-]{65}; Path=\/; Max-Age=259200; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(rememberRegistration(ring, nonce, 'http://localhost:3000')).toMatch(
      /^registered-here=[\w-]{65}; Path=\/; Max-Age=259200; HttpOnly; SameSite=Lax$/,
    )
    expect(registrationMadeHere(ring, cookie.split(';')[0])).toBe(nonce)
    expect(registrationMadeHere([Buffer.alloc(32, 2)], cookie.split(';')[0])).toBeUndefined()
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
    // Signs that mail programs add or put in, of public reports.
    const key = linkKeyOf(ring, 'activation', nonce)
    const reported = {
      'dachcom-digital/pimcore-members #136': `${key}!`,
      'haswellr/CritterDB #61': `${key}.`,
      'epochtalk/epochtalk #752': `${key}&quot;>`,
      'pwm-project/pwm #697, one program': `${key.slice(0, 59)}\r${key.slice(59)}`,
      'pwm-project/pwm #697, another': `${key.slice(0, 59)} ${key.slice(59)}`,
    }
    for (const [report, given] of Object.entries(reported))
      expect(nonceOfLinkKey(ring, 'activation', given), report).toBe(nonce)
    for (const other of [key.slice(1), `x${key}`, `${key}x`, `${key.slice(0, 59)}!${key.slice(59)}`])
      expect(nonceOfLinkKey(ring, 'activation', other)).toBeUndefined()
  })

  test('cannot be derived from what the database keeps', async () => {
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
      // It belongs to no registration: none of the passwords that were chosen there counts, whose cookie is shown too.
      expect(await stage.activate(activation_key ?? '')).toMatchObject(PASSWORD_NEEDED)
      expect(await stage.activate(activation_key ?? '', { password: OTHER_PASSWORD })).toMatchObject({ status: 200 })
      expect(await stage.activate(key)).toMatchObject(UNKNOWN)
      expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ body: { reason: 'login-failed' } })
      expect(await stage.logIn(username, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    })

    test('leaves the link of the registration as it is, until one of the two is used', async () => {
      const { activation_key } = entityIn((await resend()).body)
      expect(await stage.activate(key)).toMatchObject({ status: 200, body: { username } })
      expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ status: 200 })
      expect(await stage.activate(activation_key ?? '')).toMatchObject(UNKNOWN)
    })

    /** Signs that somebody has used the account; one of them is enough. */
    const used = {
      'by activating it': () => stage.activate(key),
      'by choosing a password by letter': async () => {
        await stage.requestReset(username)
        await stage.changePassword(await stage.keyFor(username), OTHER_PASSWORD)
      },
      'by logging in, without a password now': () =>
        set({ activated: true, last_login_at: new Date(MORNING).toISOString() }),
      'by onboarding': () => set({ activated: true, information_checked: true }),
      'by the login of the school': async () => {
        const linked_at = new Date(MORNING).toISOString()
        await set({ activated: true })
        await database.kysely
          .insertInto('external_identity')
          .values({ user_id: id, issuer: 'https://login.school.test', subject: username, linked_at })
          .execute()
      },
    }
    const nonceOf = async (userId: number) => {
      const user = database.kysely.selectFrom('user').select('activation_nonce as nonce').where('id', '=', userId)
      return user.executeTakeFirstOrThrow()
    }
    const set = (change: { activated: boolean; last_login_at?: string; information_checked?: boolean }) =>
      database.kysely
        .updateTable('user')
        .set({ ...change, ...(change.activated && ACTIVATED) })
        .where('id', '=', id)
        .execute()

    test.for(Object.entries(used))(
      'of an account that was used %s is seen by its mailbox alone: no colleague becomes them',
      async ([, use]) => {
        await use()
        const ask = (operation: string, body?: object) => stage.api.ask(operation, { token, ...(body && { body }) })
        const lettersBefore = stage.mailbox.letters.length
        const off = await ask(`PUT /user/${id}`, { first_name: 'Jade', last_name: 'Bos', activated: false })
        expect(off).toMatchObject({ status: 200, body: { entity: { activated: false } } })
        const { nonce: before } = await nonceOf(id)
        expect([before, stage.mailbox.letters.length]).toEqual([null, lettersBefore])

        const resent = await resend()
        expect(resent.status).toBe(200)
        const { nonce } = await nonceOf(id)
        const { links } = await readKeys(stage.dataDir)
        const hidden = linkKeyOf(links, 'activation', nonce ?? '')
        const act = { act: { kind: 'invite' }, users: [{ id }] }
        const replies = [
          off,
          resent,
          await ask(`GET /user/${id}`),
          await ask(`GET /users/20?search=${username}`),
          await ask('POST /users/act', act),
          await ask('GET /audit'),
          await ask('GET /login_notices'),
        ]
        for (const { status, body } of replies) {
          expect(JSON.stringify(body), String(status)).not.toContain(nonce ?? 'none')
          expect(JSON.stringify(body)).not.toContain('activation_key')
        }
        // Nor is it worth anything to who could work it out.
        expect(await stage.activate(hidden, { password: OTHER_PASSWORD })).toMatchObject(UNKNOWN)
        expect(await isActivated()).toBe(false)
        // Its owner chooses a password, and is in.
        let letter = await stage.mailbox.take(username)
        while (!letter.subject.endsWith('staat klaar')) letter = await stage.mailbox.take(username)
        expect(letter.link).toContain('/password-change/')
        expect(await stage.changePassword(keyIn(letter), 'zwaluw-boven-het-dak')).toMatchObject({ status: 200 })
        expect(await stage.logIn(username, 'zwaluw-boven-het-dak')).toMatchObject({ status: 200 })
      },
    )

    test('is also shown by GET /user/:id, until it is used', async () => {
      const seen = async () => userSchema.parse((await stage.api.ask(`GET /user/${id}`, { token })).body)
      const { activation_key } = await seen()
      expect(await stage.activate(activation_key ?? '', { password: OTHER_PASSWORD })).toMatchObject({ status: 200 })
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

const entityIn = (body: unknown) => resendValidationMail.reply.parse(body).entity
