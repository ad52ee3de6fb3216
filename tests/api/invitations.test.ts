import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { inviteUsers } from '#api-server/accounts/invitations.ts'
import { type AccountStage, OTHER_PASSWORD, PUBLIC_URL, startAccountStage } from '#tests/support/api/account-stage.ts'
import { openPostOffice } from '#tests/support/api/post-office.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { PASSWORD } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const LIST = 'voornaam;achternaam;e-mail;studierichting\nJade;van den Berg;jade@school.test;Techniek'
const JADE = 'jade@school.test'
const DAY = 24 * 3_600_000

describeOnEachDatabase('an imported student', (open) => {
  const { database, school } = openStage(open, { server: 'none' })
  let stage: AccountStage
  beforeEach(async () => {
    stage = await startAccountStage(database)
    await importList(LIST)
  })

  const teacherToken = async () => (await stage.api.logIn('teacher@school.test')).token
  async function importList(text: string) {
    const token = await teacherToken()
    const { body } = await stage.api.ask('POST /import/students/preview', { token, body: { text } })
    const { confirmation } = z.object({ confirmation: z.string() }).parse(body)
    const { status } = await stage.api.ask('POST /import/students', { token, body: { text, confirmation } })
    expect(status).toBe(200)
  }
  const jade = () =>
    database.kysely.selectFrom('user').selectAll().where('username', '=', JADE).executeTakeFirstOrThrow()

  test('gets a letter with a link to choose a password, and is in with it', async () => {
    const letter = await stage.mailbox.take(JADE)
    expect(letter.subject).toBe('Je account voor Wiskunde inschrijven staat klaar')
    expect(letter.link).toContain(`${PUBLIC_URL}/password-change/`)
    const key = letter.link.split('/').at(-1) ?? ''
    expect(await stage.changePassword(key, OTHER_PASSWORD)).toMatchObject({ status: 200, body: { username: JADE } })
    expect(await stage.logIn(JADE, OTHER_PASSWORD)).toMatchObject({ status: 200 })
  })

  test('gets a letter that a password was set, without a word about a change, and later one about each change', async () => {
    await stage.changePassword(await stage.keyFor(JADE), OTHER_PASSWORD)
    expect((await stage.mailbox.take(JADE)).subject).toBe('Je wachtwoord voor Wiskunde inschrijven is ingesteld')
    await stage.requestReset(JADE)
    await stage.changePassword(await stage.keyFor(JADE), PASSWORD)
    expect((await stage.mailbox.take(JADE)).subject).toBe('Je wachtwoord voor Wiskunde inschrijven is gewijzigd')
  })

  test('chooses a password by the activation link that a teacher hands over, too', async () => {
    await stage.keyFor(JADE)
    const token = await teacherToken()
    const { body } = await stage.api.ask(`GET /user/${(await jade()).id}`, { token })
    const { activation_key } = z.object({ activation_key: z.string() }).parse(body)
    expect(await stage.activate(activation_key)).toMatchObject({ status: 422, body: { reason: 'password-needed' } })
    expect(await stage.activate(activation_key, { password: OTHER_PASSWORD })).toMatchObject({ status: 200 })
    expect(await stage.logIn(JADE, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    expect(await stage.activate(activation_key, { password: PASSWORD })).toMatchObject({ status: 404 })
  })

  test('finds what the list said of them filled in, and still has to confirm it', async () => {
    await stage.changePassword(await stage.keyFor(JADE), OTHER_PASSWORD)
    const { body } = await stage.logIn(JADE, OTHER_PASSWORD)
    const { token } = z.object({ token: z.string() }).parse(body)
    expect(await stage.api.ask('GET /user', { token })).toMatchObject({
      body: { first_name: 'Jade', last_name: 'van den Berg', information_checked: false, onboarding_step: 3 },
    })
    const confirmed = await stage.api.ask(`POST /user/${(await jade()).id}/information-check`, { token })
    expect(confirmed.status).toBe(200)
  })

  test('cannot be logged in as before that, with no password whatever', async () => {
    for (const password of ['', 'null', PASSWORD])
      expect(await stage.logIn(JADE, password)).toMatchObject({ status: password === '' ? 400 : 401 })
  })

  test('may take two weeks, and asks for another link after that', async () => {
    const key = await stage.keyFor(JADE)
    stage.api.clock.now += 14 * DAY
    expect(await stage.changePassword(key, OTHER_PASSWORD)).toMatchObject({ status: 404, body: { reason: 'expired' } })
    await stage.requestReset(JADE)
    expect(await stage.changePassword(await stage.keyFor(JADE), OTHER_PASSWORD)).toMatchObject({ status: 200 })
    expect(await jade()).toMatchObject({ activated: true })
  })

  test('gets no password from a stranger who registers with their address first', async () => {
    await stage.keyFor(JADE)
    await stage.register(JADE, 'van-een-ander-12')
    const { subject } = await stage.mailbox.take(JADE)
    expect(subject).toBe('Je hebt al een account bij Wiskunde inschrijven')
    expect(await jade()).toMatchObject({ password_hash: null })
  })

  test('gets none either from a stranger who registered before the list was imported, and stays', async () => {
    const lotte = 'lotte@school.test'
    await stage.register(lotte, 'van-een-ander-12')
    const strangers = await stage.keyFor(lotte)
    await importList(`voornaam;achternaam;e-mail\nLotte;Smit;${lotte}`)
    const { subject, link } = await stage.mailbox.take(lotte)
    expect(subject).toBe('Je account voor Wiskunde inschrijven staat klaar')
    expect(await stage.activate(strangers)).toMatchObject({ status: 404 })
    expect(await stage.changePassword(link.split('/').at(-1) ?? '', OTHER_PASSWORD)).toMatchObject({ status: 200 })
    expect(await stage.logIn(lotte, 'van-een-ander-12')).toMatchObject({ status: 401 })
    expect(await stage.logIn(lotte, OTHER_PASSWORD)).toMatchObject({ status: 200 })
  })

  test('is invited once more when a teacher sends the letter again', async () => {
    const first = await stage.keyFor(JADE)
    const token = await teacherToken()
    await stage.api.ask(`POST /user/${(await jade()).id}/validation-mail`, { token })
    const second = await stage.keyFor(JADE)
    expect(second).not.toBe(first)
    expect(await stage.changePassword(second, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    expect(await stage.changePassword(first, OTHER_PASSWORD)).toMatchObject({ status: 404 })
  })

  test('lets those go first who wait for their letter', async () => {
    await stage.api.app.close()
    const post = openPostOffice(database, stage.mailbox.url)
    const many = Array.from({ length: 20 }, (_, at) => school.users[at % 2 === 0 ? 'sam' : 'noor'])
    await database.transaction((trx) => inviteUsers(trx, many, post.clock.now))
    await post.requestReset('teacher@school.test')
    await post.deliver()
    expect(stage.mailbox.letters.map(({ to }) => to)).toContain('teacher@school.test')
  })
})
