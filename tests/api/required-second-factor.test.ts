import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { OTHER_PASSWORD, PUBLIC_URL } from '#tests/support/api/account-stage.ts'
import { accountTrail, auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { startTestApi, type TestApi, tokensIn } from '#tests/support/api/test-api.ts'
import { PASSWORD } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'
import {
  changedSchema,
  codeAt,
  type LoginStage,
  STEP,
  startLoginStage,
  startSchema,
  wrongCodeAt,
} from './support/login-stage.ts'

const MINUTE = 60_000
const WRONG = { status: 422, body: { reason: 'second-factor-wrong' } }
const UNKNOWN = { status: 404, body: { reason: 'factor-link-unknown' } }
const MISSING = { status: 403, body: { reason: 'second-factor-missing' } }
const LAST = { status: 409, body: { reason: 'second-factor-last' } }
const TEACHER = 'teacher@school.test'

describeOnEachDatabase('a second factor that a teacher has to have', (open) => {
  let database: Database
  let stage: LoginStage
  beforeAll(async () => {
    database = await open()
  })
  const code = (secret: string) => codeAt(secret, stage.api.clock.now)
  const wrongCode = (secret: string) => wrongCodeAt(secret, stage.api.clock.now)
  beforeEach(async () => {
    stage = await startLoginStage(database, { REQUIRE_SECOND_FACTOR: 'administrators' })
    await emptyAuditTrail(database)
  })
  const logIn = () => stage.logIn(TEACHER, PASSWORD)
  const linkKey = async () => {
    expect(await logIn()).toMatchObject(MISSING)
    return stage.keyFor(TEACHER)
  }
  const begin = async (key: string) => {
    const { body } = await stage.api.ask('POST /second_factor/begin', { body: { key } })
    return { totp: startSchema.parse(Object(body).totp), passkey: Object(body).passkey }
  }
  const make = (key: string, factor: object) => stage.api.ask('POST /second_factor', { body: { key, ...factor } })
  const madeTotp = async () => {
    const key = await linkKey()
    const { totp } = await begin(key)
    const made = await make(key, { code: code(totp.secret) })
    const ask = (operation: string, body?: unknown) =>
      stage.api.ask(operation.replace(':own', String(stage.school.users.teacher)), {
        token: Object(made.body).token,
        ...(body !== undefined && { body }),
      })
    return { key, secret: totp.secret, made, ask }
  }

  test('is made by a mailed link, once, and logs them in', async () => {
    const { key, secret, made } = await madeTotp()
    expect(made).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    expect(Object(made.body).recovery_codes).toHaveLength(10)
    expect((await stage.mailbox.take(TEACHER)).subject).toContain('een tweede stap ingesteld')
    const { teacher } = stage.school.users
    expect(await auditTrail(database)).toEqual([`user ${teacher} second-factor-made user ${teacher}: `])
    expect(await make(key, { code: code(secret) })).toMatchObject(UNKNOWN)
    expect(await stage.api.ask('POST /second_factor/begin', { body: { key } })).toMatchObject(UNKNOWN)
    expect((await stage.needed(TEACHER)).factors).toEqual(['totp', 'recovery-code'])
    expect(await stage.logIn('sam@school.test', PASSWORD)).toMatchObject({ status: 200 })
  })

  test('may be a passkey, which then is asked beside the password', async () => {
    const key = await linkKey()
    const passkey = stage.device.create((await begin(key)).passkey)
    expect(await make(key, { passkey, name: '' })).toMatchObject({ status: 422 })
    expect(await make(key, { passkey, code: '123456' })).toMatchObject({ status: 400 })
    expect(await make(key, { passkey, name: 'Telefoon' })).toMatchObject({ status: 200 })
    const needed = await stage.needed(TEACHER)
    expect(needed.factors).toEqual(['passkey', 'recovery-code'])
    const answer = { passkey: stage.device.get(needed.passkey) }
    expect(await stage.give(needed.ticket, answer)).toMatchObject({ status: 200 })
  })

  test('is made once when its link is used twice at once; a wrong code leaves it as it is', {
    tags: 'race',
  }, async () => {
    const key = await linkKey()
    const { totp } = await begin(key)
    expect(await make(key, { code: wrongCode(totp.secret) })).toMatchObject(WRONG)
    const replies = await halfway(database, {
      hold: holdUser(stage.school.users.teacher),
      first: () => make(key, { code: code(totp.secret) }),
      second: () => make(key, { code: code(totp.secret) }),
    })
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  test('gets one letter in two minutes, whose link holds for an hour and as long as the password does', async () => {
    await database.kysely.deleteFrom('outbox').execute()
    const key = await linkKey()
    const { totp } = await begin(key)
    expect(await logIn()).toMatchObject(MISSING)
    const letters = () => database.kysely.selectFrom('outbox').select('id').where('kind', '=', 'second-factor-letter')
    expect(await letters().execute()).toHaveLength(1)
    await stage.requestReset(TEACHER)
    await stage.changePassword(await stage.keyFor(TEACHER), OTHER_PASSWORD)
    expect(await make(key, { code: code(totp.secret) })).toMatchObject(UNKNOWN)
    expect(await logIn()).toMatchObject({ status: 401 })
    await stage.mailbox.take(TEACHER)
    expect(await stage.logIn(TEACHER, OTHER_PASSWORD)).toMatchObject(MISSING)
    const other = await stage.keyFor(TEACHER)
    await begin(other)
    stage.api.clock.now += 60 * MINUTE
    expect(await stage.api.ask('POST /second_factor/begin', { body: { key: other } })).toMatchObject(UNKNOWN)
  })

  test('is not the last one to be removed', async () => {
    const { ask } = await madeTotp()
    expect(await ask('DELETE /user/:own/totp')).toMatchObject(LAST)
    const { options } = Object((await ask('POST /user/:own/passkeys/options')).body)
    const added = await ask('POST /user/:own/passkeys', { name: 'Telefoon', passkey: stage.device.create(options) })
    expect(added.body).not.toHaveProperty('recovery_codes')
    expect(await ask('DELETE /user/:own/totp')).toMatchObject({ status: 200 })
    const id = changedSchema.parse(added.body).entity.passkeys[0]?.id
    expect(await ask(`DELETE /passkey/${id}`)).toMatchObject(LAST)
  })

  test('is reset by a colleague who is asked, and not by oneself', async () => {
    const { ask } = await madeTotp()
    const { sam, teacher } = stage.school.users
    const lost = await stage.person('sam')
    await lost.addTotp()
    const [own, others] = [`/user/${teacher}/second_factor`, `/user/${sam}/second_factor`]
    expect(await ask(`DELETE ${own}`)).toMatchObject({ status: 422, body: { reason: 'own-account' } })
    expect(await lost.ask(`DELETE ${others}`)).toMatchObject({ status: 403 })
    const shown = await ask(`GET /user/${sam}/login_methods`)
    const link = { method: 'DELETE', href: `/api/v1${others}` }
    expect(shown.body).toMatchObject({ _links: { reset_second_factor: link } })
    expect(Object.keys(Object(shown.body)._links)).toEqual(['reset_second_factor'])
    await emptyAuditTrail(database)
    expect(await ask(`DELETE ${others}`)).toMatchObject({ status: 200, body: { entity: { totp: null, _links: {} } } })
    expect(await accountTrail(database, sam)).toEqual(['login-ended: door een docent', 'second-factor-reset'])
    expect(await auditTrail(database)).toContain(`user ${teacher} login-ended user ${sam}: `)
    await stage.mailbox.take(lost.username)
    expect((await stage.mailbox.take(lost.username)).subject).toContain('Een collega heeft de tweede stap')
    expect(await lost.ask('GET /user')).toMatchObject({ status: 401 })
    expect(await stage.logIn(lost.username, PASSWORD)).toMatchObject({ status: 200 })
  })
})

describeOnEachDatabase('a setting that got stricter since a login', (open) => {
  let database: Database
  let stage: LoginStage
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    stage = await startLoginStage(database)
    await emptyAuditTrail(database)
  })

  /** Restarts the servers with other settings, on the same clock. */
  const restart = async (settings: Record<string, string>): Promise<TestApi> => {
    const given = { DATA_DIR: stage.dataDir, SMTP_URL: stage.mailbox.url, PUBLIC_URL, WEB_APP: 'none', ...settings }
    const api = await startTestApi(database, { config: readConfig(given) })
    api.clock.now = stage.api.clock.now
    return api
  }
  const requiring = () => restart({ REQUIRE_SECOND_FACTOR: 'administrators' })
  const withSchool = (passwords: string) =>
    restart({
      OIDC_ISSUER: 'http://localhost:9',
      OIDC_CLIENT_ID: 'wiskunde',
      OIDC_CLIENT_SECRET: 'geheim',
      PASSWORD_LOGIN: passwords,
    })
  const tokensOf = async (username: string) => tokensIn((await stage.logIn(username, PASSWORD)).body)
  const refresh = (api: TestApi, refresh_token: string) => api.ask('POST /token/refresh', { body: { refresh_token } })
  const TOO_WEAK = { status: 403, body: { reason: 'login-too-weak' } }
  const OFF = { status: 401, body: { reason: 'login-method-off' } }

  test('is judged at the next refresh: a teacher proves a second factor in place, and goes on', async () => {
    const teacher = await stage.person('teacher')
    const { secret } = await teacher.addTotp()
    const { refresh_token } = Object((await stage.logIn('sam@school.test', PASSWORD)).body)
    const weak = await restartedSession(TEACHER)
    const api = await requiring()
    // A student is asked nothing, and what was signed before holds until it is over.
    const { token: students } = tokensIn((await refresh(api, refresh_token)).body)
    expect(await api.ask('POST /step_up/options', { token: students })).toMatchObject({ status: 200 })
    expect(await api.ask('GET /users/10', { token: weak.token })).toMatchObject({ status: 200 })

    const { token } = tokensIn((await refresh(api, weak.refresh_token)).body)
    expect(await api.ask('GET /users/10', { token })).toMatchObject(TOO_WEAK)
    expect(await api.ask('POST /user/1/totp/begin', { token })).toMatchObject(TOO_WEAK)
    expect(await api.ask('GET /user', { token })).toMatchObject({ status: 200 })
    expect((await api.ask('POST /step_up/options', { token })).body).toMatchObject({ password: false, totp: true })
    const byPassword = await api.ask('POST /step_up', { token, body: { password: PASSWORD } })
    expect(byPassword).toMatchObject({ status: 422, body: { reason: 'current-password-wrong' } })
    api.clock.now += 2 * STEP
    const proved = await api.ask('POST /step_up', { token, body: { code: codeAt(secret, api.clock.now) } })
    expect(proved).toMatchObject({ status: 200 })
    expect(await api.ask('GET /users/10', { token })).toMatchObject({ status: 200 })
  })

  /** A login by the password alone, of a user who has a second factor by now. */
  const restartedSession = async (username: string) => {
    const rows = await database.kysely.selectFrom('totp').selectAll().execute()
    await database.kysely.deleteFrom('totp').execute()
    const tokens = await tokensOf(username)
    await database.kysely.insertInto('totp').values(rows).execute()
    return tokens
  }

  test('asks for a proof of sessions with unknown factors, and of none that proved enough', async () => {
    const teacher = await stage.person('teacher')
    const { secret, recoveryCodes } = await teacher.addTotp()
    stage.api.clock.now += 2 * STEP
    const byCode = async () => {
      const { ticket } = await stage.needed(TEACHER)
      stage.api.clock.now += 2 * STEP
      return tokensIn((await stage.give(ticket, { code: codeAt(secret, stage.api.clock.now) })).body)
    }
    const [known, unknown] = [await byCode(), await byCode()]
    const unknownId = database.kysely.selectFrom('session').select(({ fn }) => fn.max('id').as('id'))
    await database.kysely.updateTable('session').set({ factors: null }).where('id', '=', unknownId).execute()
    const api = await requiring()
    const { token } = tokensIn((await refresh(api, known.refresh_token)).body)
    expect(await api.ask('GET /users/10', { token })).toMatchObject({ status: 200 })

    const asked = tokensIn((await refresh(api, unknown.refresh_token)).body)
    expect(await api.ask('GET /users/10', { token: asked.token })).toMatchObject(TOO_WEAK)
    const body = { recovery_code: recoveryCodes[0] }
    expect(await api.ask('POST /step_up', { token: asked.token, body })).toMatchObject({ status: 200 })
    const again = tokensIn((await refresh(api, asked.refresh_token)).body)
    expect(await api.ask('GET /users/10', { token: again.token })).toMatchObject({ status: 200 })
  })

  test('mails who has no second factor the link for one, once', async () => {
    const weak = await tokensOf(TEACHER)
    const api = await requiring()
    const { token } = tokensIn((await refresh(api, weak.refresh_token)).body)
    for (const _ of [1, 2]) expect(await api.ask('POST /step_up/options', { token })).toMatchObject(MISSING)
    expect((await stage.mailbox.take(TEACHER)).link).toContain('/second-factor/')
    const letters = database.kysely.selectFrom('login_ticket').select('id').where('kind', '=', 'factor-letter')
    expect(await letters.execute()).toHaveLength(1)
  })

  test('ends a session by a password where none lets in any more, and says so', async () => {
    const [teacher, sam] = [await tokensOf(TEACHER), await tokensOf('sam@school.test')]
    const someApi = await withSchool('administrators')
    expect(await refresh(someApi, sam.refresh_token)).toMatchObject(OFF)
    expect(await refresh(someApi, sam.refresh_token)).toMatchObject({ body: { reason: 'token-revoked' } })
    const logged = await database.kysely.selectFrom('audit').select(['action', 'about', 'resource_id']).execute()
    expect(logged.filter(({ action }) => action === 'login-ended')).toEqual([
      { action: 'login-ended', about: 'door een strengere instelling', resource_id: stage.school.users.sam },
    ])
    const next = tokensIn((await refresh(someApi, teacher.refresh_token)).body)
    const noApi = await withSchool('off')
    expect(await refresh(noApi, next.refresh_token)).toMatchObject(OFF)
    expect(await noApi.ask('GET /user', { token: next.token })).toMatchObject({ status: 401 })
    const { message } = Object((await refresh(noApi, (await tokensOf('noor@school.test')).refresh_token)).body)
    expect(message).toContain('Inloggen met een wachtwoord kan hier niet meer')
  })
})
