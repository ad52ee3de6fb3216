// @module-tag pooled
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestPasswordReset } from '#api-server/accounts/password-reset.ts'
import { LETTERS_PER_MAILBOX_PER_HOUR, newLinkNonce } from '#api-server/facts/link-key.ts'
import type { Database } from '#database/engine/open-database.ts'
import { accountFaultTexts } from '#domain/accounts/account.texts.ts'
import {
  type AccountStage,
  FIRST_PASSWORD,
  newAddress,
  OTHER_PASSWORD,
  PUBLIC_URL,
  startAccountStage,
} from '#tests/support/api/account-stage.ts'
import { accountTrail } from '#tests/support/api/audit-trail.ts'
import { tokensIn } from '#tests/support/api/test-api.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'

const MINUTE = 60_000
const USABLE = { status: 200, body: { usable: true } }
const UNKNOWN = { status: 404, body: { reason: 'unknown' } }
const EXPIRED = { status: 404, body: { reason: 'expired' } }

describeOnEachDatabase('a new password', (open) => {
  let database: Database
  let stage: AccountStage
  let username: string
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    stage = await startAccountStage(database)
    username = await stage.newAccount()
  })
  const resetKey = async (address = username) => {
    await stage.requestReset(address)
    return stage.keyFor(address)
  }

  test('is chosen by the link in a letter, and takes the place of the old one', async () => {
    expect(await stage.requestReset(` ${username.toUpperCase()}`)).toMatchObject({ status: 200, body: { username } })
    const letter = await stage.mailbox.take(username)
    expect(letter.subject).toBe('Kies een nieuw wachtwoord voor Wiskunde inschrijven')
    expect(letter.link).toMatch(new RegExp(`^${PUBLIC_URL}/password-change/[\\w-]{65}$`))
    const key = letter.link.split('/').at(-1) ?? ''
    expect(await stage.changePassword(key, OTHER_PASSWORD)).toMatchObject({ status: 200, body: { username } })
    expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ status: 401, body: { reason: 'login-failed' } })
    expect(await stage.logIn(username, OTHER_PASSWORD)).toMatchObject({ status: 200 })
  })

  test('ends every login of the account at once, and nobody else’s, and the owner gets a letter', async () => {
    const other = await stage.newAccount()
    const key = await resetKey()
    const devices = [1, 2].map(async () => tokensIn((await stage.logIn(username, FIRST_PASSWORD)).body))
    const tokens = await Promise.all(devices)
    const stranger = tokensIn((await stage.logIn(other, FIRST_PASSWORD)).body)
    await stage.changePassword(key, OTHER_PASSWORD)
    for (const { token, refresh_token } of tokens) {
      expect(await stage.api.ask('GET /user', { token })).toMatchObject({
        status: 401,
        body: { reason: 'token-revoked' },
      })
      expect(await stage.api.ask('POST /token/refresh', { body: { refresh_token } })).toMatchObject({
        status: 401,
        body: { reason: 'token-revoked' },
      })
    }
    expect(await stage.api.ask('GET /user', { token: stranger.token })).toMatchObject({ status: 200 })
    const account = database.kysely.selectFrom('user').select('id').where('username', '=', username)
    expect((await accountTrail(database, (await account.executeTakeFirstOrThrow()).id)).slice(-2)).toEqual([
      'login-ended: door een nieuw wachtwoord (2 logins)',
      'password-set',
    ])
    const notice = await stage.mailbox.take(username)
    expect(notice.subject).toBe('Je wachtwoord voor Wiskunde inschrijven is gewijzigd')
    expect(notice.link).toBe(`${PUBLIC_URL}/password-reset`)
  })

  describe('link', () => {
    test('works once, however often it was asked about before', async () => {
      const key = await resetKey()
      for (let n = 0; n < 3; n++) expect((await stage.checkKey(key)).body).toEqual({ ...USABLE.body, username })
      expect(await stage.changePassword(key, OTHER_PASSWORD)).toMatchObject({ status: 200 })
      expect(await stage.changePassword(key, FIRST_PASSWORD)).toMatchObject(EXPIRED)
      expect(await stage.checkKey(key)).toMatchObject(EXPIRED)
      expect(await stage.logIn(username, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    })

    /** Both have hashed the password, and wait for the account. */
    const atOnce = <Reply>(first: () => Promise<Reply>, second: () => Promise<Reply>) =>
      halfway(database, {
        hold: (trx) => trx.selectFrom('user').select('id').where('username', '=', username).forUpdate().execute(),
        first,
        second,
      })

    test('works once also for two at once, and for the password that was answered 200', { tags: 'race' }, async () => {
      const key = await resetKey()
      const passwords = ['gradenboog-liniaal-1', 'gradenboog-liniaal-2'] as const
      const [one, other] = passwords
      const answers = await atOnce(
        () => stage.changePassword(key, one),
        () => stage.changePassword(key, other),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
      const winner = passwords[answers.findIndex(({ status }) => status === 200)]
      expect(await stage.logIn(username, winner ?? '')).toMatchObject({ status: 200 })
      const changes = await database.kysely
        .selectFrom('user')
        .select('token_version')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
      expect(changes.token_version).toBe(2)
    })

    test('works once also when two links of one account are used at once', { tags: 'race' }, async () => {
      const [one, other] = [await resetKey(), await resetKey()]
      const answers = await atOnce(
        () => stage.changePassword(one, OTHER_PASSWORD),
        () => stage.changePassword(other, OTHER_PASSWORD),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    })

    test('is sent to a mailbox no more often than it may, also when two ask at once', { tags: 'race' }, async () => {
      const { now } = stage.api.clock
      const users = database.kysely.selectFrom('user').select('id').where('username', '=', username)
      const { id } = await users.executeTakeFirstOrThrow()
      const at = { created_at: new Date(now).toISOString(), expires_at: new Date(now + 60 * MINUTE).toISOString() }
      const sent = Array.from({ length: LETTERS_PER_MAILBOX_PER_HOUR - 1 }, () => ({
        nonce: newLinkNonce(),
        user_id: id,
        ...at,
      }))
      await database.kysely.insertInto('password_reset').values(sent).execute()
      const ask = () => requestPasswordReset({ database, letters: { wake: () => undefined } }, username, now)
      await halfway(database, { hold: holdUser(id), first: ask, second: ask })
      const links = await database.kysely.selectFrom('password_reset').select('id').where('user_id', '=', id).execute()
      expect(links).toHaveLength(LETTERS_PER_MAILBOX_PER_HOUR)
    })

    test('works for 60 minutes, to the millisecond', async () => {
      const key = await resetKey()
      stage.api.clock.now += 60 * MINUTE
      expect(await stage.changePassword(key, OTHER_PASSWORD)).toMatchObject(EXPIRED)
      expect(await stage.checkKey(key)).toMatchObject(EXPIRED)
      stage.api.clock.now -= 1
      expect(await stage.checkKey(key)).toMatchObject(USABLE)
      expect(await stage.changePassword(key, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    })

    test('ends with another of the account that is used; until then either works', async () => {
      const [first, second] = [await resetKey(), await resetKey()]
      expect(await stage.changePassword(first, OTHER_PASSWORD)).toMatchObject({ status: 200 })
      expect(await stage.checkKey(second)).toMatchObject(EXPIRED)
      expect(await stage.changePassword(second, FIRST_PASSWORD)).toMatchObject(EXPIRED)
    })

    test.each([
      ['cut off', (key: string) => key.slice(0, -1)],
      ['turned around', (key: string) => [...key].reverse().join('')],
      ['that is no key', () => 'wachtwoord'],
    ])('%s is not known', async (_, spoil) => {
      const key = spoil(await resetKey())
      expect(await stage.checkKey(key)).toMatchObject(UNKNOWN)
      expect(await stage.changePassword(key, OTHER_PASSWORD)).toMatchObject(UNKNOWN)
    })

    test('that was never given is not known, though the address has no account', async () => {
      await stage.requestReset(newAddress())
      const { nonce } = await database.kysely
        .selectFrom('password_reset')
        .select('nonce')
        .where('user_id', 'is', null)
        .executeTakeFirstOrThrow()
      expect(await stage.changePassword(nonce + 'A'.repeat(43), OTHER_PASSWORD)).toMatchObject(UNKNOWN)
    })

    test('cannot be derived from what the database keeps', async () => {
      const key = await resetKey()
      const rows = await database.kysely.selectFrom('password_reset').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(key.slice(22))
    })
  })

  describe('that breaks the rules', () => {
    const errors = (...faults: (keyof typeof accountFaultTexts)[]) => ({
      status: 422,
      body: { reason: { errors: faults.map((fault) => accountFaultTexts[fault]) } },
    })

    test('is refused with all that is wrong, and the link goes on working', async () => {
      const key = await resetKey()
      const choose = (password: string, password_repeat: string) =>
        stage.api.ask('POST /password-change', { body: { reset_key: key, password, password_repeat } })
      expect(await choose('kort', 'kart')).toMatchObject(errors('password-too-short', 'password-repeat-differs'))
      expect(await choose('', '')).toMatchObject(errors('password-missing', 'password-repeat-missing'))
      expect(await choose(username, username)).toMatchObject(errors('password-is-username'))
      expect(await choose('qwertyuiop', 'qwertyuiop')).toMatchObject(errors('password-common'))
      expect(await stage.changePassword(key, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    })

    test('checks the link first: a user without one learns nothing else', async () => {
      expect(await stage.changePassword('geen-sleutel', 'kort')).toMatchObject(UNKNOWN)
    })

    test.each(['', 'jade'])('an address that is none (%j) is asked for', async (address) => {
      expect(await stage.requestReset(address)).toMatchObject(
        errors(address === '' ? 'username-missing' : 'username-implausible'),
      )
    })

    test.each([
      ['POST /password-reset', { username: null }],
      ['POST /password-change', { reset_key: '', password: 'a', password_repeat: 'a' }],
      ['POST /password-change', { reset_key: 'a', password: 1, password_repeat: 1 }],
      ['POST /password-change/check', { reset_key: '' }],
    ])('%s %j is malformed', async (operation, body) => {
      expect(await stage.api.ask(operation, { body })).toMatchObject({ status: 400 })
    })
  })

  test.each([
    ['of 8 characters that take 16 units', '🔑🗿🧩🎲🪁🧮📐📏'],
    ['of 140 characters that take 280 units', '🔑🗿'.repeat(70)],
    ['of 256 characters that take 512 units', '🔑🗿'.repeat(128)],
  ])('%s is taken, and lets in', async (_, password) => {
    expect(await stage.changePassword(await resetKey(), password)).toMatchObject({ status: 200 })
    expect(await stage.logIn(username, password)).toMatchObject({ status: 200 })
  })

  test('activates an account that waits for it: the link proved the address', async () => {
    const waiting = newAddress()
    await stage.register(waiting)
    const activation = await stage.keyFor(waiting)
    const key = await resetKey(waiting)
    expect(await stage.changePassword(key, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    expect(await stage.logIn(waiting, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    expect(await stage.activate(activation)).toMatchObject({ status: 404 })
  })

  test('opens no account that an administrator switched off, nor does registering again', async () => {
    const key = await resetKey()
    await database.kysely.updateTable('user').set({ activated: false }).where('username', '=', username).execute()
    expect(await stage.changePassword(key, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    expect(await stage.mailbox.take(username)).toMatchObject({ subject: expect.stringContaining('gewijzigd') })
    await stage.register(username)
    expect(await stage.changePassword(await stage.keyFor(username), FIRST_PASSWORD)).toMatchObject({ status: 200 })
    expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ body: { reason: 'login-failed' } })
  })

  test('for an address without an account: the usual answer, and no letter', async () => {
    const nobody = newAddress()
    expect(await stage.requestReset(nobody)).toMatchObject({ status: 200, body: { username: nobody } })
    // Letters go in order of asking, so when this one is there the other would be.
    await resetKey()
    expect(stage.mailbox.letters.filter(({ to }) => to === nobody)).toEqual([])
    const { done_at } = await database.kysely
      .selectFrom('outbox')
      .select('done_at')
      .where('kind', '=', 'password-reset-letter')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect(done_at).toBe(new Date(MORNING).toISOString())
  })
})
