import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeOwnPassword } from '#api-server/accounts/own-password.ts'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import type { Database } from '#database/engine/open-database.ts'
import { accountFaultTexts } from '#domain/accounts/account.texts.ts'
import { findable } from '#domain/users/search.rules.ts'
import { Problem } from '#server/problem.ts'
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

const CURRENT_WRONG = { status: 422, body: { reason: 'current-password-wrong' } }

describeOnEachDatabase('one’s own password', (open) => {
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

  const logIn = async (password = FIRST_PASSWORD) => tokensIn((await stage.logIn(username, password)).body)
  const ownId = async (name = username) =>
    (await database.kysely.selectFrom('user').select('id').where('username', '=', name).executeTakeFirstOrThrow()).id
  const change = async (token: string, { id = 0, current = FIRST_PASSWORD, next = OTHER_PASSWORD, repeat = '' } = {}) =>
    stage.api.ask(`PUT /user/${id || (await ownId())}/password`, {
      token,
      body: { current_password: current, password: next, password_repeat: repeat || next },
    })
  const isIn = async ({ token, refresh_token }: { token: string; refresh_token: string }) => {
    const [asked, refreshed] = [
      await stage.api.ask('GET /user', { token }),
      await stage.api.ask('POST /token/refresh', { body: { refresh_token } }),
    ]
    return [asked.status, refreshed.status]
  }

  test('is changed by a user who knows it: this login goes on with other tokens, all others end', async () => {
    const [here, elsewhere] = [await logIn(), await logIn()]
    const changed = await change(here.token)
    expect(changed.status).toBe(200)
    expect((await accountTrail(database, await ownId())).slice(-2)).toEqual([
      'login-ended: door een nieuw wachtwoord',
      'password-changed',
    ])
    expect(await isIn(elsewhere)).toEqual([401, 401])
    expect(await isIn(here)).toEqual([401, 401])
    expect(await isIn(tokensIn(changed.body))).toEqual([200, 200])
    expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ status: 401 })
    expect(await stage.logIn(username, OTHER_PASSWORD)).toMatchObject({ status: 200 })
  })

  test('is announced to its owner, is in the log, and ends the links for choosing another', async () => {
    await stage.requestReset(username)
    const key = await stage.keyFor(username)
    const { token } = await logIn()
    await change(token)
    const letter = await stage.mailbox.take(username)
    expect(letter.subject).toBe('Je wachtwoord voor Wiskunde inschrijven is gewijzigd')
    const id = await ownId()
    const logged = await database.kysely.selectFrom('audit').selectAll().where('resource_id', '=', id).execute()
    expect(logged.filter(({ action }) => action === 'password-changed')).toMatchObject([
      { action: 'password-changed', resource: 'user', actor_id: id },
    ])
    expect(await stage.checkKey(key)).toMatchObject({ status: 404, body: { reason: 'expired' } })
  })

  test('stays when the current one is wrong, which ends no login and counts as a guess', async () => {
    const { token } = await logIn()
    for (let guess = 0; guess < 10; guess++)
      expect(await change(token, { current: `${OTHER_PASSWORD}-${guess}` })).toMatchObject(CURRENT_WRONG)
    expect(await change(token)).toMatchObject({ status: 429 })
    expect(await stage.api.ask('GET /user', { token })).toMatchObject({ status: 200 })
  })

  test('is held to what holds for every new password', async () => {
    const { token } = await logIn()
    expect(await change(token, { next: 'kort', repeat: 'anders' })).toMatchObject({
      status: 422,
      body: {
        reason: { errors: [accountFaultTexts['password-too-short'], accountFaultTexts['password-repeat-differs']] },
      },
    })
    expect(await change(token, { next: username })).toMatchObject({ status: 422 })
    expect(await isIn(await logIn())).toEqual([200, 200])
  })

  test('is nobody else’s to change, and nobody’s who has none', async () => {
    const { token } = await logIn()
    const other = await ownId(await stage.newAccount())
    expect(await change(token, { id: other })).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
    await database.kysely.updateTable('user').set({ password_hash: null }).where('username', '=', username).execute()
    expect(await change(token)).toMatchObject(CURRENT_WRONG)
  })

  test('is changed once by two who know it: the second finds another', async () => {
    const { token } = await logIn()
    const id = await ownId()
    const session = await database.kysely
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const { token_version } = await database.kysely
      .selectFrom('user')
      .select('token_version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const passwords = createPasswords()
    const hash: typeof passwords.hash = async (...chosen) => {
      expect(await change(token)).toMatchObject({ status: 200 })
      return passwords.hash(...chosen)
    }
    const caller = {
      id,
      roles: [],
      sessionId: session.id,
      tokenVersion: token_version,
      provedAt: MORNING,
      until: MORNING,
    }
    const late = changeOwnPassword({ database, passwords: { ...passwords, hash }, clock: () => MORNING }, caller, {
      current_password: FIRST_PASSWORD,
      password: 'passer-en-driehoek-7',
      party: { known: false, key: '192.0.2.1' },
    })
    await expect(late).rejects.toEqual(new Problem('current-password-wrong'))
    expect(await stage.logIn(username, OTHER_PASSWORD)).toMatchObject({ status: 200 })
  })
})

const LOGIN_FAILED = { status: 401, body: { reason: 'login-failed' } }
const PASSWORDS_OFF = { status: 403, body: { reason: 'password-login-off' } }

describeOnEachDatabase('a password that lets in', (open) => {
  let database: Database
  let stage: AccountStage
  beforeAll(async () => {
    database = await open()
  })

  const start = async (PASSWORD_LOGIN: string, more: Record<string, string> = {}) => {
    stage = await startAccountStage(database, {
      ...more,
      PASSWORD_LOGIN,
      OIDC_ISSUER: 'http://localhost:1',
      OIDC_CLIENT_ID: 'wiskunde',
      OIDC_CLIENT_SECRET: 'geheim',
    })
  }
  /** The hash of `FIRST_PASSWORD`, made once. */
  const hashed = createPasswords().hash(FIRST_PASSWORD, { known: true, key: 'test' })
  const add = async (
    roles: string,
    more: { activated?: boolean; activation_nonce?: string; activation_expires_at?: string } = {},
  ) => {
    const username = newAddress()
    const made = { roles, activated: true, created_at: new Date(MORNING).toISOString(), password_hash: await hashed }
    const { id } = await database.kysely
      .insertInto('user')
      .values({ ...findable({ username, first_name: 'Sam', last_name: 'Bos' }), ...made, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, username }
  }

  describe('only administrators', () => {
    beforeEach(() => start('administrators'))

    test('lets them in, and answers all others as one that is wrong', async () => {
      const [teacher, student] = [await add('ROLE_ADMIN'), await add('ROLE_STUDENT')]
      expect(await stage.logIn(teacher.username, FIRST_PASSWORD)).toMatchObject({ status: 200 })
      const refused = [
        await stage.logIn(teacher.username, OTHER_PASSWORD),
        await stage.logIn(student.username, FIRST_PASSWORD),
        await stage.logIn(student.username, OTHER_PASSWORD),
        await stage.logIn(newAddress(), FIRST_PASSWORD),
      ]
      for (const answer of refused) expect(answer).toMatchObject(LOGIN_FAILED)
      expect(new Set(refused.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    })

    test('can be changed by them alone, and the answer reveals to nobody who they are', async () => {
      const [teacher, student] = [await add('ROLE_ADMIN'), await add('ROLE_STUDENT')]
      expect((await stage.requestReset(student.username)).body).toEqual({ username: student.username })
      expect((await stage.requestReset(teacher.username)).body).toEqual({ username: teacher.username })
      const key = await stage.keyFor(teacher.username)
      const resets = database.kysely.selectFrom('password_reset').select('id').where('user_id', '=', student.id)
      expect(await resets.execute()).toEqual([])
      expect(await stage.changePassword(key, OTHER_PASSWORD)).toMatchObject({ status: 200 })
    })

    test('is chosen by no link of a user who became a student meanwhile', async () => {
      const teacher = await add('ROLE_ADMIN')
      await stage.requestReset(teacher.username)
      const key = await stage.keyFor(teacher.username)
      await database.kysely.updateTable('user').set({ roles: 'ROLE_STUDENT' }).where('id', '=', teacher.id).execute()
      expect(await stage.checkKey(key)).toMatchObject(PASSWORDS_OFF)
      expect(await stage.changePassword(key, OTHER_PASSWORD)).toMatchObject(PASSWORDS_OFF)
    })

    test('is none that anybody registers with', async () => {
      expect(await stage.register(newAddress())).toMatchObject(PASSWORDS_OFF)
    })

    test('is asked of no student who is invited: their letter leads to the login of the school', async () => {
      const teacher = await add('ROLE_ADMIN')
      const { id, username } = await add('ROLE_STUDENT', {
        activated: false,
        activation_nonce: 'a'.repeat(22),
        activation_expires_at: '2026-03-20T09:00:00.000Z',
      })
      const { token } = tokensIn((await stage.logIn(teacher.username, FIRST_PASSWORD)).body)
      expect(await stage.api.ask(`POST /user/${id}/validation-mail`, { token })).toMatchObject({ status: 200 })
      const letter = await stage.mailbox.take(username)
      expect(letter.subject).toBe('Je account voor Wiskunde inschrijven staat klaar')
      expect(letter.link).toBe(PUBLIC_URL)
    })
  })

  describe('nobody', () => {
    beforeEach(() => start('off'))

    test('is refused in the same words for every owner', async () => {
      const teacher = await add('ROLE_ADMIN')
      for (const username of [teacher.username, newAddress()]) {
        expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject(PASSWORDS_OFF)
        expect(await stage.register(username)).toMatchObject(PASSWORDS_OFF)
        expect(await stage.requestReset(username)).toMatchObject(PASSWORDS_OFF)
      }
    })
  })

  test('proves nothing where it lets nobody in, and is not changed there', async () => {
    await start('on')
    const { id, username } = await add('ROLE_STUDENT')
    const { token } = tokensIn((await stage.logIn(username, FIRST_PASSWORD)).body)
    await start('administrators', { DATA_DIR: stage.dataDir })
    const { ask } = stage.api
    expect(await ask('POST /step_up/options', { token })).toMatchObject({ status: 200, body: { password: false } })
    expect(await ask('POST /step_up', { token, body: { password: FIRST_PASSWORD } })).toMatchObject(CURRENT_WRONG)
    const body = { current_password: FIRST_PASSWORD, password: OTHER_PASSWORD, password_repeat: OTHER_PASSWORD }
    expect(await ask(`PUT /user/${id}/password`, { token, body })).toMatchObject(PASSWORDS_OFF)
  })
})
