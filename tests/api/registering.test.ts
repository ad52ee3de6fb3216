import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import { registerAccount } from '#api-server/accounts/register-account.ts'
import { LETTERS_PER_MAILBOX_PER_HOUR } from '#api-server/facts/link-key.ts'
import type { Database } from '#database/engine/open-database.ts'
import { accountFaultTexts } from '#domain/accounts/account.texts.ts'
import { findable } from '#domain/users/search.rules.ts'
import { readConfig } from '#server/config.ts'
import {
  type AccountStage,
  cookieIn,
  FIRST_PASSWORD,
  newAddress,
  OTHER_PASSWORD,
  PUBLIC_URL,
  registrationOf,
  startAccountStage,
} from '#tests/support/api/account-stage.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { addUser, MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

describeOnEachDatabase('POST /register', (open) => {
  let database: Database
  let stage: AccountStage
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    stage = await startAccountStage(database)
  })
  const accountOf = (username: string) =>
    database.kysely.selectFrom('user').selectAll().where('username', '=', username).executeTakeFirstOrThrow()

  test('mails a link that opens the account of a student who is still to be asked everything', async () => {
    const username = newAddress()
    const { status, body } = await stage.register(`  ${username.toUpperCase()} `)
    expect({ status, body }).toEqual({ status: 200, body: { username } })
    const letter = await stage.mailbox.take(username)
    expect(letter.subject).toBe('Activeer je account voor Wiskunde inschrijven')
    expect(letter.link).toMatch(new RegExp(`^${PUBLIC_URL}/activate/[\\w-]{65}$`))
    expect(letter.html).toContain(`href="${letter.link}"`)
    expect(await stage.activate(letter.link.split('/').at(-1) ?? '')).toMatchObject({ status: 200, body: { username } })
    expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ status: 200 })
    expect(await accountOf(username)).toMatchObject({
      roles: 'ROLE_STUDENT',
      information_checked: false,
      first_name: '',
      education_department_id: null,
    })
  })

  test('ignores what else a body says: nobody makes themselves an administrator', async () => {
    const username = newAddress()
    await stage.register(username, FIRST_PASSWORD, {
      body: {
        username,
        password: FIRST_PASSWORD,
        password_repeat: FIRST_PASSWORD,
        roles: ['ROLE_ADMIN'],
        activated: true,
      },
    })
    expect(await accountOf(username)).toMatchObject({ roles: 'ROLE_STUDENT', activated: false })
  })

  describe('of an address that has an account', () => {
    test('answers as usual, mails its owner a way to a new password, and changes nothing', async () => {
      const username = await stage.newAccount()
      const before = await accountOf(username)
      const unknown = await stage.register(newAddress())
      const known = await stage.register(username, OTHER_PASSWORD)
      expect(known.status).toBe(unknown.status)
      expect(known.body).toEqual({ username })
      const shapeOf = ({ headers }: typeof known) =>
        Object.entries(headers).map(([name, value]) => [name, String(value).length])
      const { 'content-length': _, ...lengths } = Object.fromEntries(shapeOf(unknown))
      expect(Object.fromEntries(shapeOf(known))).toMatchObject(lengths)
      expect(await accountOf(username)).toEqual(before)

      const letter = await stage.mailbox.take(username)
      expect(letter.subject).toBe('Je hebt al een account bij Wiskunde inschrijven')
      expect(letter.link).toMatch(new RegExp(`^${PUBLIC_URL}/password-change/`))
      expect(await stage.changePassword(letter.link.split('/').at(-1) ?? '', OTHER_PASSWORD)).toMatchObject({
        status: 200,
      })
      expect(await stage.logIn(username, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    })

    test('before it was activated: each has a link of its own, which brings its password where it was made, and ends the other', async () => {
      for (const used of [0, 1] as const) {
        const username = newAddress()
        const passwords = [FIRST_PASSWORD, OTHER_PASSWORD] as const
        const asked: { cookie: string; key: string }[] = []
        for (const password of passwords)
          asked.push({ cookie: cookieIn(await stage.register(username, password)), key: await stage.keyFor(username) })
        const [link, other] = [asked[used], asked[1 - used]]
        expect(await stage.activate(link?.key ?? '', { cookie: link?.cookie ?? '' })).toMatchObject({ status: 200 })
        expect(await stage.activate(other?.key ?? '', { cookie: other?.cookie ?? '' })).toMatchObject({ status: 404 })
        expect(await stage.logIn(username, passwords[1 - used] ?? '')).toMatchObject({ status: 401 })
        expect(await stage.logIn(username, passwords[used])).toMatchObject({ status: 200 })
        const { id } = await accountOf(username)
        const left = database.kysely.selectFrom('registration').select('id').where('user_id', '=', id)
        expect(await left.execute()).toEqual([])
      }
    })

    test('before it was activated: by strangers, as often as they like, its owner gets in all the same', async () => {
      const username = newAddress()
      for (let n = 0; n < 4; n++) await stage.register(username, `van-een-ander-${n}`)
      const strangers: string[] = []
      for (let n = 0; n < 4; n++) strangers.push(await stage.keyFor(username))
      // With a link of their own; and when there are no letters left, by any of those that came.
      expect(await stage.register(username, FIRST_PASSWORD)).toMatchObject({ status: 200 })
      const own = await stage.keyFor(username)
      for (let n = 0; n < 6; n++)
        expect(await stage.register(username, `nog-een-ander-${n}`)).toMatchObject({ status: 200 })
      expect(await stage.requestReset(username)).toMatchObject({ status: 200 })
      expect((await stage.mailbox.take(username)).subject).toContain('nieuw wachtwoord')
      const elsewhere = { cookie: '', password: OTHER_PASSWORD }
      expect(await stage.activate(strangers[0] ?? '', elsewhere)).toMatchObject({ status: 200 })
      expect(await stage.activate(own, elsewhere)).toMatchObject({ status: 404 })
      expect(await stage.logIn(username, OTHER_PASSWORD)).toMatchObject({ status: 200 })
      for (let n = 0; n < 4; n++) expect((await stage.logIn(username, `van-een-ander-${n}`)).status).toBe(401)
    })

    test('the letter says when and with what device it was', async () => {
      const username = newAddress()
      await stage.register(username, FIRST_PASSWORD, {
        headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36' },
      })
      const { text } = await stage.mailbox.take(username)
      expect(text).toContain('op di 10 mrt 2026 om 10:00 (Chrome op Android)')
    })

    test('that the school made for a teacher gives nobody a password there', async () => {
      const username = newAddress()
      await database.kysely
        .insertInto('user')
        .values({
          ...findable({ username, first_name: '', last_name: '' }),
          roles: 'ROLE_ADMIN',
          activation_nonce: 'x'.repeat(22),
          activation_expires_at: new Date(MORNING + 1).toISOString(),
          created_at: new Date(MORNING).toISOString(),
        })
        .execute()
      const before = await accountOf(username)
      expect(await stage.register(username)).toMatchObject({ status: 200, body: { username } })
      expect(await accountOf(username)).toEqual(before)
    })
  })

  test('thirty times at once makes one account, and twenty links of which one can be used', {
    tags: 'race',
  }, async () => {
    const username = newAddress()
    const desk = { database, passwords: createPasswords(), letters: { wake: () => undefined } }
    const all = await Promise.all(
      Array.from({ length: 30 }, () => registerAccount(desk, registrationOf(username), stage.api.clock.now)),
    )
    expect(all).toEqual(Array.from({ length: 30 }, () => []))
    const { id } = await accountOf(username)
    // Wakes the delivery.
    await stage.register(newAddress())
    const keys = new Set<string>()
    for (let n = 0; n < LETTERS_PER_MAILBOX_PER_HOUR; n++) keys.add(await stage.keyFor(username))
    expect(keys.size).toBe(20)
    const some = [...keys].slice(0, 4)
    const answers = await Promise.all(some.map((key) => stage.activate(key, { password: OTHER_PASSWORD })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
    expect(await accountOf(username)).toMatchObject({ id, activated: true })
  })

  describe('refuses, with everything that is wrong in one list,', () => {
    const refuse = async (body: Record<string, string>) => {
      const username = newAddress()
      const { status, body: answer } = await stage.api.ask('POST /register', {
        body: { username, password: FIRST_PASSWORD, password_repeat: FIRST_PASSWORD, ...body },
      })
      expect(status).toBe(422)
      return answer
    }
    const texts = (...faults: (keyof typeof accountFaultTexts)[]) => {
      const sentences = faults.map((fault) => accountFaultTexts[fault])
      return { reason: sentences, message: sentences.join(' ') }
    }
    const both = (password: string) => ({ password, password_repeat: password })

    test('a form that is empty', async () => {
      expect(await refuse({ username: ' ', password: '', password_repeat: '' })).toEqual(
        texts('username-missing', 'password-missing', 'password-repeat-missing'),
      )
    })

    test('an address to which no mail could go', async () => {
      const username = 'jade@school.nl\r\nBcc: allen@school.nl'
      expect(await refuse({ username })).toEqual(texts('username-implausible'))
    })

    test.each([
      ['one that many use', both('Password1'), texts('password-common')],
      ['one that many Dutch use', both('Welkom123'), texts('password-common')],
      [
        'two faults',
        { password: 'kort', password_repeat: 'kart' },
        texts('password-too-short', 'password-repeat-differs'),
      ],
    ])('a password of %s', async (_, body, refusal) => {
      expect(await refuse(body)).toEqual(refusal)
    })

    test('the address as a password', async () => {
      const username = newAddress()
      expect(await refuse({ username, ...both(username.toUpperCase()) })).toEqual(texts('password-is-username'))
    })

    test('and leaves no trace of it', async () => {
      const username = newAddress()
      await refuse({ username, ...both('kort') })
      const rows = await database.kysely.selectFrom('user').select('id').where('username', '=', username).execute()
      expect(rows).toEqual([])
    })
  })

  describe('with REGISTRATION_DOMAINS', () => {
    const TEXT = 'Registreren kan alleen met een e-mailadres van school.test of bücher.test.'
    let api: TestApi
    beforeEach(async () => {
      const settings = { DATA_DIR: temporaryFolder(), REGISTRATION_DOMAINS: ' School.TEST, @bücher.test' }
      api = await startTestApi(database, { config: readConfig(settings) })
    })
    const register = (username: string, password = FIRST_PASSWORD) =>
      api.ask('POST /register', { body: { username, password, password_repeat: password } })

    test.each([
      newAddress(),
      newAddress().toUpperCase(),
      newAddress().replace('@', '@student.'),
      'jade@xn--bcher-kva.test',
      'jade@leden.xn--bcher-kva.test',
    ])('takes %s', async (username) => {
      expect(await register(username)).toMatchObject({ status: 200 })
    })

    test.each(['jade@school.nl', 'jade@evilschool.test', 'jade@school.test.nl', 'jade@test', 'school.test@evil.nl'])(
      'sends no letter to %s, and says which it takes',
      async (username) => {
        const listLetters = () => database.kysely.selectFrom('outbox').select('id').orderBy('id').execute()
        const before = await listLetters()
        const { status, body } = await register(username)
        expect(status).toBe(422)
        const sentence = username === 'jade@test' ? accountFaultTexts['username-implausible'] : TEXT
        expect(body).toEqual({ reason: [sentence], message: sentence })
        expect(await listLetters()).toEqual(before)
      },
    )

    test('says so of accounts too that there are, and limits nothing else of theirs', async () => {
      const username = 'imported@elders.nl'
      await addUser(database, { username })
      expect(await register(username, 'kort')).toMatchObject({
        status: 422,
        body: { reason: [TEXT, accountFaultTexts['password-too-short']] },
      })
      expect(await api.ask('POST /password-reset', { body: { username } })).toMatchObject({ status: 200 })
      expect(await stage.register('jade@overal.nl')).toMatchObject({ status: 200 })
    })
  })

  test.each([
    ['8 characters', 'zbcdefgh'],
    ['140 characters that take 280 units and 560 bytes', '🔑🗿'.repeat(70)],
    ['256 characters that take 512 units and 1,024 bytes', '🔑🗿'.repeat(128)],
    ['no figure, capital or sign', 'paardbatterijnietje'],
  ])('takes a password of %s, and lets in by it', async (_, password) => {
    const username = await stage.newAccount(password)
    expect(await stage.logIn(username, password)).toMatchObject({ status: 200 })
  })

  test.each([
    ['a number for an address', { username: 7 }],
    ['a list for a password', { password: ['a'] }],
    ['no repetition', { password_repeat: undefined }],
    ['an address of 1,001 signs', { username: 'a'.repeat(1_001) }],
  ])('takes %s for malformed', async (_, body) => {
    const valid = { username: newAddress(), password: FIRST_PASSWORD, password_repeat: FIRST_PASSWORD }
    expect(await stage.api.ask('POST /register', { body: { ...valid, ...body } })).toMatchObject({
      status: 400,
      body: { reason: 'request-malformed' },
    })
  })
})
