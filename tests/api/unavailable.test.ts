import { beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { MORNING, PASSWORD, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/databases.ts'

const unavailable = { status: 503, body: { reason: 'unavailable' }, headers: { 'retry-after': '1' } }

describeOnEachDatabase('health', (open) => {
  test('live and ready while the database answers', async () => {
    const api = await startTestApi(await open())
    expect(await api.ask('GET /health/live')).toMatchObject({ status: 200, body: { status: 'live' } })
    expect(await api.ask('GET /health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })
})

describeOnPostgres('a database that nobody answers for', () => {
  test('leaves the server live, not ready, and asks everyone to come back', async () => {
    const database = openDatabase('postgres://nobody@127.0.0.1:1/gone', { patience: 500 })
    const api = await startTestApi(database)
    const body = { username: 'sam@school.test', password: PASSWORD }
    expect(await api.ask('GET /health/live')).toMatchObject({ status: 200 })
    expect(await api.ask('GET /health/ready')).toMatchObject(unavailable)
    expect(await api.ask('POST /login_check', { body })).toMatchObject(unavailable)
    expect(await api.ask('POST /token/refresh', { body: { refresh_token: 'x' } })).toMatchObject(unavailable)
    await database.close()
  })
})

describeOnEachDatabase('a database that goes and comes back', (open) => {
  let database: Database
  let school: TestSchool
  beforeAll(async () => {
    database = await open()
    school = await startTestSchool(database)
  })

  test('costs a student a 503 and no session, and the next try goes through', async () => {
    let gone = false
    const flaky: Database = {
      ...database,
      transaction: (work) => (gone ? Promise.reject(new GoneError()) : database.transaction(work)),
      isUnavailable: (error) => error instanceof GoneError || database.isUnavailable(error),
    }
    const api = await startTestApi(flaky)
    const { token } = await api.logIn('sam@school.test')
    const enroll = () =>
      api.ask('POST /enrollment', {
        token,
        body: {
          user_id: school.users.sam,
          testmoment_id: school.moments.open,
          module_id: school.modules.ALG,
        },
      })
    gone = true
    expect(await enroll()).toMatchObject(unavailable)
    gone = false
    expect(await enroll()).toMatchObject({
      status: 201,
      body: { entity: { created_at: new Date(MORNING).toISOString() } },
    })
  })
})

class GoneError extends Error {}
