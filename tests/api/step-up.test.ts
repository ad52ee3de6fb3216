import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { listOperations } from './support/operations.ts'

const MINUTE = 60_000
const TOO_OLD = { status: 403, body: { reason: 'login-too-old' } }

describeOnEachDatabase('a proof that is too old', (open) => {
  let database: Database
  let school: TestSchool
  let api: TestApi
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    api = await startTestApi(database, { config: settings({ STEP_UP: '5' }) })
  })

  const settings = (given: Record<string, string>) =>
    readConfig({ DATA_DIR: temporaryFolder(), WEB_APP: 'none', ...given })

  /** All that asks for a recent one, as the description of the API says, and a call of each. */
  const sensitive = ({ users, moments, modules }: TestSchool): Record<string, { path: string; body?: object }> => ({
    'GET /testmoment/{id}/export': { path: `/testmoment/${moments.past}/export` },
    'GET /testmoment/{id}/presence-checklist': { path: `/testmoment/${moments.past}/presence-checklist` },
    'GET /testmoment/{id}/extra-time': { path: `/testmoment/${moments.past}/extra-time` },
    'GET /testmoment/{id}/results/export': { path: `/testmoment/${moments.past}/results/export` },
    'GET /schoolyear/{id}/result-statistics/export': { path: '/schoolyear/1/result-statistics/export' },
    'POST /testmoment/{id}/results/publish': {
      path: `/testmoment/${moments.past}/results/publish`,
      body: { module_ids: [modules.ALG], confirmation: 'niets' },
    },
    'PUT /user/{id}': {
      path: `/user/${users.noor}`,
      body: { first_name: 'Noor', last_name: 'Bos', roles: ['ROLE_ADMIN'], version: 1 },
    },
    'DELETE /user/{id}': { path: `/user/${users.noor}` },
  })

  const asking = (name: string, token: string) => {
    const { path, body } = sensitive(school)[name] ?? { path: '' }
    return api.ask(`${name.split(' ')[0]} ${path}`, { token, ...(body && { body }) })
  }

  test('is refused by each operation that says so, and by no other', async () => {
    const operations = await listOperations(api)
    const asked = operations.filter(({ responses }) => JSON.stringify(responses[403] ?? '').includes('login-too-old'))
    expect(asked.map(({ name }) => name).toSorted()).toEqual(Object.keys(sensitive(school)).toSorted())
    const { token } = await api.logIn('teacher@school.test')
    api.clock.now += 5 * MINUTE
    for (const { name } of asked) expect(await asking(name, token), name).toMatchObject(TOO_OLD)
    expect(
      await database.kysely.selectFrom('user').select('roles').where('id', '=', school.users.noor).execute(),
    ).toEqual([{ roles: 'ROLE_STUDENT' }])
  })

  test('is none until then, and never one where STEP_UP is off', async () => {
    const { token } = await api.logIn('teacher@school.test')
    api.clock.now += 5 * MINUTE - 1
    expect(await asking('DELETE /user/{id}', token)).toMatchObject({ status: 200 })

    school = await startTestSchool(database)
    api = await startTestApi(database)
    const forever = await api.logIn('teacher@school.test')
    api.clock.now += 14 * MINUTE
    expect(await asking('DELETE /user/{id}', forever.token)).toMatchObject({ status: 200 })
  })

  test('tells a student nothing: what they may not is not theirs', async () => {
    const { token } = await api.logIn('sam@school.test')
    api.clock.now += 5 * MINUTE
    for (const name of Object.keys(sensitive(school)))
      expect(await asking(name, token), name).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
  })

  test('is no hindrance to an edit that leaves the type as it is', async () => {
    const { token } = await api.logIn('teacher@school.test')
    api.clock.now += 5 * MINUTE
    const names = { first_name: 'Noor', last_name: 'de Boer', roles: ['ROLE_STUDENT'], activated: true }
    const edited = await api.ask(`PUT /user/${school.users.noor}`, {
      token,
      body: { ...names, student_number: null, extra_time: false, version: 1 },
    })
    expect(edited).toMatchObject({ status: 200, body: { entity: { last_name: 'de Boer' } } })
  })
})
