// @module-tag pooled
import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshTokenHash } from '#api-server/sessions/tokens.ts'
import type { Database } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { accountTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { startTestApi, type TestApi, tokensIn } from '#tests/support/api/test-api.ts'
import { MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** User id in a token; '1' for a text that is no token. */
function subIn(token: string): string {
  try {
    return claimsIn(token).sub ?? '1'
  } catch {
    return '1'
  }
}

describeOnEachDatabase('a session', (open) => {
  let database: Database
  let school: TestSchool
  let api: TestApi
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    await emptyAuditTrail(database)
    school = await startTestSchool(database)
    api = await startTestApi(database)
  })

  const refresh = (refresh_token: string) => api.ask('POST /token/refresh', { body: { refresh_token } })
  const refreshed = async (refresh_token: string) => tokensIn((await refresh(refresh_token)).body)
  /**
   * Status of a token for this call and for the student's own lists, which look the bearer up in another statement:
   * all must agree.
   */
  const user = async (token: string) => {
    const reply = await api.ask('GET /user', { token })
    const sub = subIn(token)
    for (const list of ['module-statuses', 'testmoments']) {
      const { status, body } = await api.ask(`GET /user/${sub}/${list}`, { token })
      if (reply.status === 401) expect({ status, body }).toEqual({ status: 401, body: reply.body })
      else expect(status).not.toBe(401)
    }
    return reply
  }
  const revoked = { status: 401, body: { reason: 'token-revoked' } }
  const expired = { status: 401, body: { reason: 'token-expired' } }
  const fine = { status: 200 }

  test('an access token holds for 15 minutes of the server’s clock', async () => {
    const { token } = await api.logIn('sam@school.test')
    const claims = claimsIn(token)
    expect(claims).toMatchObject({ iat: MORNING / SECOND, exp: MORNING / SECOND + 15 * 60, ver: 1 })
    api.clock.now += 15 * MINUTE - 1
    expect(await user(token)).toMatchObject(fine)
    api.clock.now += 1
    expect(await user(token)).toMatchObject(expired)
  })

  test('the account keeps when its owner logged in last: a refresh is none, nor a wrong password, and no version counts it', async () => {
    const kept = (username: string) =>
      database.kysely
        .selectFrom('user')
        .select(['last_login_at', 'version'])
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
    const before = await kept('sam@school.test')
    expect(before.last_login_at).toBeNull()
    const { refresh_token } = await api.logIn('sam@school.test')
    expect(await kept('sam@school.test')).toEqual({ ...before, last_login_at: new Date(MORNING).toISOString() })
    api.clock.now += 10 * MINUTE
    await refreshed(refresh_token)
    const wrong = { username: 'sam@school.test', password: 'geraden' }
    expect(await api.ask('POST /login_check', { body: wrong })).toMatchObject({ status: 401 })
    expect(await kept('sam@school.test')).toEqual({ ...before, last_login_at: new Date(MORNING).toISOString() })
    api.clock.now += MINUTE
    await api.logIn('sam@school.test')
    const at = new Date(MORNING + 11 * MINUTE).toISOString()
    expect(await kept('sam@school.test')).toEqual({ ...before, last_login_at: at })
    expect(await kept('noor@school.test')).toMatchObject({ last_login_at: null })
  })

  test('a refresh gives new tokens, and the old access token lives out its time', async () => {
    const first = await api.logIn('sam@school.test')
    api.clock.now += 10 * MINUTE
    const second = await refreshed(first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await user(first.token)).toMatchObject(fine)
    api.clock.now += 10 * MINUTE
    expect(await user(second.token)).toMatchObject(fine)
  })

  test('a lost reply can be asked for again within a minute: the same successor', async () => {
    const { refresh_token } = await api.logIn('sam@school.test')
    const lost = await refreshed(refresh_token)
    api.clock.now += MINUTE
    const again = await refreshed(refresh_token)
    expect(again.refresh_token).toBe(lost.refresh_token)
    expect(await user(again.token)).toMatchObject(fine)
  })

  test('after that minute the old token is a stolen one: the family ends', async () => {
    const { refresh_token } = await api.logIn('sam@school.test')
    const second = await refreshed(refresh_token)
    api.clock.now += MINUTE + 1
    expect(await refresh(refresh_token)).toMatchObject(revoked)
    expect(await refresh(second.refresh_token)).toMatchObject(revoked)
    expect(await user(second.token)).toMatchObject(revoked)
  })

  test('once its successor is used the old token is a stolen one, however soon', async () => {
    const { refresh_token } = await api.logIn('sam@school.test')
    const second = await refreshed(refresh_token)
    const third = await refreshed(second.refresh_token)
    expect(await refresh(refresh_token)).toMatchObject(revoked)
    expect(await refresh(third.refresh_token)).toMatchObject(revoked)
    expect(await user(third.token)).toMatchObject(revoked)
  })

  test('a thief who uses a token first is found out when its owner comes', async () => {
    const { refresh_token } = await api.logIn('sam@school.test')
    const thief = await refreshed(refresh_token)
    const thiefAgain = await refreshed(thief.refresh_token)
    expect(await refresh(refresh_token)).toMatchObject(revoked)
    expect(await user(thiefAgain.token)).toMatchObject(revoked)
  })

  test('the first and last tokens of a family are kept, and a token dropped between them still counts as stolen', async () => {
    const first = await api.logIn('sam@school.test')
    const tokens = [first.refresh_token]
    let last = first
    for (let n = 0; n < 6; n++) {
      api.clock.now += 10 * MINUTE
      last = await refreshed(last.refresh_token)
      tokens.push(last.refresh_token)
    }
    const rows = () => database.kysely.selectFrom('refresh_token').select('token_hash').execute()
    const hashOf = (nth: number) => refreshTokenHash(tokens[nth] ?? '')
    expect((await rows()).map(({ token_hash }) => token_hash).sort()).toEqual([0, 5, 6].map(hashOf).sort())
    const other = await api.logIn('sam@school.test')
    // An attacker who has read the database cannot make a token that ends the family.
    expect(await refresh(`nobody’s.${hashOf(0)}`)).toMatchObject(revoked)
    expect(await user(last.token)).toMatchObject(fine)
    expect(await refresh(tokens[2] ?? '')).toMatchObject(revoked)
    expect(await user(last.token)).toMatchObject(revoked)
    expect(await refresh(last.refresh_token)).toMatchObject(revoked)
    expect(await user(other.token)).toMatchObject(fine)
  })

  test('a logout by a token that was dropped succeeds', async () => {
    const first = await api.logIn('sam@school.test')
    const second = await refreshed(first.refresh_token)
    let last = second
    for (let n = 0; n < 2; n++) {
      api.clock.now += 10 * MINUTE
      last = await refreshed(last.refresh_token)
    }
    await api.ask('POST /token/invalidate', { body: { refresh_token: second.refresh_token } })
    expect(await refresh(last.refresh_token)).toMatchObject(revoked)
  })

  test('a theft ends one family: other devices stay logged in', async () => {
    const phone = await api.logIn('sam@school.test')
    const laptop = await api.logIn('sam@school.test')
    const second = await refreshed(phone.refresh_token)
    await refreshed(second.refresh_token)
    await refresh(phone.refresh_token)
    expect(await user(laptop.token)).toMatchObject(fine)
    expect(await refresh(laptop.refresh_token)).toMatchObject(fine)
    await refresh(phone.refresh_token)
    const login = 'logged-in: met wachtwoord'
    const ended = 'login-ended: de sleutel van de login is twee keer gebruikt'
    expect(await accountTrail(database, school.users.sam)).toEqual([login, login, ended])
  })

  test('20 tabs that refresh at once get one successor', async () => {
    const { refresh_token } = await api.logIn('sam@school.test')
    // Making a connection takes longer than a refresh: without these the tabs would pass one by one anyway.
    await Promise.all(Array.from({ length: 20 }, () => database.ping()))
    const replies = await Promise.all(Array.from({ length: 20 }, () => refreshed(refresh_token)))
    const successors = new Set(replies.map((reply) => reply.refresh_token))
    expect(successors.size).toBe(1)
    expect(await refresh([...successors][0] ?? '')).toMatchObject(fine)
  })

  test('14 idle days end it, 14 days less a moment do not', async () => {
    const [early, late] = [await api.logIn('sam@school.test'), await api.logIn('sam@school.test')]
    api.clock.now += 14 * DAY - 1
    expect(await refresh(early.refresh_token)).toMatchObject(fine)
    api.clock.now += 1
    expect(await refresh(late.refresh_token)).toMatchObject(expired)
  })

  test('90 days end it, however often it is used', async () => {
    let { refresh_token } = await api.logIn('sam@school.test')
    for (let days = 0; days < 81; days += 9) {
      api.clock.now += 9 * DAY
      refresh_token = (await refreshed(refresh_token)).refresh_token
    }
    api.clock.now += 9 * DAY - 1
    refresh_token = (await refreshed(refresh_token)).refresh_token
    api.clock.now += 1
    expect(await refresh(refresh_token)).toMatchObject(expired)
  })

  test('logging out ends the family at once, also by a token that was exchanged before', async () => {
    const first = await api.logIn('sam@school.test')
    const second = await refreshed(first.refresh_token)
    const reply = await api.ask('POST /token/invalidate', { body: { refresh_token: first.refresh_token } })
    expect(reply).toMatchObject({ status: 200, body: 'Je bent uitgelogd.' })
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(await user(second.token)).toMatchObject(revoked)
    expect(await refresh(second.refresh_token)).toMatchObject(revoked)
    await api.ask('POST /token/invalidate', { body: { refresh_token: second.refresh_token } })
    expect(await accountTrail(database, school.users.sam)).toEqual(['logged-in: met wachtwoord', 'logged-out'])
  })

  test('logging out with an unknown token is answered as any other', async () => {
    expect(await api.ask('POST /token/invalidate', { body: { refresh_token: 'bestaat-niet' } })).toMatchObject({
      status: 200,
      body: 'Je bent uitgelogd.',
    })
  })

  test('an unknown refresh token is refused', async () => {
    expect(await refresh('bestaat-niet')).toMatchObject(revoked)
  })

  test('a new token version or a deactivation revokes every token of the account at once', async () => {
    const sam = await api.logIn('sam@school.test')
    const noor = await api.logIn('noor@school.test')
    const set = (username: string, change: { token_version?: number; activated?: boolean }) =>
      database.kysely.updateTable('user').set(change).where('username', '=', username).execute()
    await set('sam@school.test', { token_version: 2 })
    await set('noor@school.test', { activated: false })
    expect(await user(sam.token)).toMatchObject(revoked)
    expect(await user(noor.token)).toMatchObject(revoked)
    expect(await refresh(noor.refresh_token)).toMatchObject(revoked)
  })

  test('a deleted account leaves no way in', async () => {
    const sam = await api.logIn('sam@school.test')
    await database.kysely.deleteFrom('user').where('username', '=', 'sam@school.test').execute()
    expect(await user(sam.token)).toMatchObject(revoked)
    expect(await refresh(sam.refresh_token)).toMatchObject(revoked)
  })

  test('only a token that this server signed opens anything', async () => {
    const { token } = await api.logIn('sam@school.test')
    const [head = '', body = '', signature = ''] = token.split('.')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('"sub":"', '"sub":"1')).toString(
      'base64url',
    )
    const bad = [
      '',
      'x',
      `${head}.${body}`,
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${head}.${forged}.${signature}`,
    ]
    for (const wrong of bad)
      expect(await user(wrong), wrong).toMatchObject({ status: 401, body: { reason: 'token-missing' } })
    const basic = await api.ask('GET /user', { headers: { authorization: `Basic ${token}` } })
    expect(basic).toMatchObject({ status: 401, body: { reason: 'token-missing' } })
  })

  test('a token of ours that lacks a claim, its end above all, opens nothing', async () => {
    const DATA_DIR = temporaryFolder()
    api = await startTestApi(database, { config: readConfig({ DATA_DIR }) })
    const { accessToken } = await readKeys(DATA_DIR)
    const { token } = await api.logIn('sam@school.test')
    const [head = '', body = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const signed = (changes: object) => {
      const text = `${head}.${Buffer.from(JSON.stringify({ ...claims, ...changes })).toString('base64url')}`
      return `${text}.${createHmac('sha256', accessToken).update(text).digest('base64url')}`
    }
    expect(await user(signed({}))).toMatchObject(fine)
    for (const changes of [
      { exp: undefined },
      { exp: null },
      { exp: '9'.repeat(9) },
      { exp: 1e300 },
      { ver: undefined },
    ])
      expect(await user(signed(changes)), JSON.stringify(changes)).toMatchObject({
        status: 401,
        body: { reason: 'token-missing' },
      })
  })

  test('a refresh token is no access token, nor the other way round', async () => {
    const { token, refresh_token } = await api.logIn('sam@school.test')
    expect(await user(refresh_token)).toMatchObject({ status: 401 })
    expect((await refresh(token)).status).toBeGreaterThanOrEqual(400)
  })
})
