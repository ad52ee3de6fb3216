import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { startSchoolProvider, type TestProvider } from '#tests/support/api/school-provider.ts'
import type { TestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { openBrowser, PEOPLE, PUBLIC_URL, startSchoolApi } from './support/school-stage.ts'

const MINUTE = 60_000

describeOnEachDatabase('the login of the school in one’s settings', (open) => {
  let database: Database
  let provider: TestProvider
  let api: TestApi
  let school: TestSchool
  beforeAll(async () => {
    database = await open()
    provider = await startSchoolProvider({ publicUrl: PUBLIC_URL, people: PEOPLE })
  })
  afterAll(() => provider.stop())
  beforeEach(async () => {
    school = await startTestSchool(database)
    api = await startSchoolApi(database, provider)
  })

  const ofTeacher = () => `/user/${school.users.teacher}`
  const methodsOf = async (token: string) =>
    Object((await api.ask(`GET ${ofTeacher()}/login_methods`, { token })).body) as {
      school: { _links: object } | null
      _links: Record<string, object>
    }
  /** Gives where the browser leads after the provider; `at` is the browser that comes back. */
  const link = async (token: string, subject: string, browser = openBrowser(api, provider), at = browser) => {
    const href = await browser.beginLinking(`${ofTeacher()}/school_login`, token)
    return at.comeBack(await browser.atSchool.logIn(href, subject))
  }
  const linked = `${PUBLIC_URL}/settings#school-linked`

  test('a teacher links it while logged in, logs in by it, and takes it away: those logins end', async () => {
    const { token } = await api.logIn('teacher@school.test')
    expect((await methodsOf(token))._links).toHaveProperty('link_school')
    expect(await link(token, 'docent')).toBe(linked)
    expect(await methodsOf(token)).toMatchObject({ school: { _links: { delete: { method: 'DELETE' } } } })
    expect((await methodsOf(token))._links).not.toHaveProperty('link_school')

    const bySchool = await openBrowser(api, provider).logIn('docent')
    expect(await api.ask('GET /user', bySchool)).toMatchObject({ body: { username: 'teacher@school.test' } })
    expect(await api.ask(`DELETE ${ofTeacher()}/school_login`, { token })).toMatchObject({
      status: 200,
      body: { entity: { school: null } },
    })
    expect(await api.ask('GET /user', bySchool)).toMatchObject({ status: 401 })
    expect(await api.ask('GET /user', { token })).toMatchObject({ status: 200 })
    expect(await api.ask(`DELETE ${ofTeacher()}/school_login`, { token })).toMatchObject({ status: 404 })
    const letters = await database.kysely
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'login-changed-letter')
      .orderBy('id')
      .execute()
    expect(letters.map(({ payload }) => JSON.parse(payload).changed)).toEqual(['school-linked', 'school-unlinked'])
  })

  test('nobody links theirs to the account of somebody who is lured to its end', async () => {
    const { token } = await api.logIn('teacher@school.test')
    const [attacker, victim] = [openBrowser(api, provider), openBrowser(api, provider)]
    expect(await link(token, 'nieuw', attacker, victim)).toBe(`${PUBLIC_URL}/login#school-error=other-browser`)
    expect((await methodsOf(token)).school).toBeNull()
  })

  test('one that is another’s stays theirs', async () => {
    await openBrowser(api, provider).logIn('sam')
    const { token } = await api.logIn('teacher@school.test')
    expect(await link(token, 'sam')).toBe(`${PUBLIC_URL}/settings#school-error=other-account`)
    expect((await methodsOf(token)).school).toBeNull()
  })

  test('a screen that was left open links nothing, and no administrator begins for another', async () => {
    api = await startSchoolApi(database, provider, { env: { STEP_UP: '5' } })
    const { token } = await api.logIn('teacher@school.test')
    expect(await api.ask(`POST /user/${school.users.sam}/school_login`, { token })).toMatchObject({
      status: 403,
      body: { reason: 'not-yours' },
    })
    api.clock.now += 5 * MINUTE
    expect(await api.ask(`POST ${ofTeacher()}/school_login`, { token })).toMatchObject({
      status: 403,
      body: { reason: 'login-too-old' },
    })
  })

  test('the only way in is not taken away by oneself', async () => {
    const bySchool = await openBrowser(api, provider).logIn('nieuw')
    const { id } = Object((await api.ask('GET /user', bySchool)).body) as { id: number }
    expect(await api.ask(`DELETE /user/${id}/school_login`, bySchool)).toMatchObject({
      status: 409,
      body: { reason: 'school-login-last' },
    })
    const { token } = await api.logIn('teacher@school.test')
    expect(await api.ask(`DELETE /user/${id}/school_login`, { token })).toMatchObject({ status: 200 })
    expect(await api.ask('GET /user', bySchool)).toMatchObject({ status: 401 })
  })
})
