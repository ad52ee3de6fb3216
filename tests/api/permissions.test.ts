import { beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnSqlite } from '#tests/support/databases.ts'
import { createAsker, isRefusal, NOORS_DEVICE, type TokenOf } from './support/ask-about-noor.ts'
import { listOperations } from './support/operations.ts'

/** What is about the one who asks, or about nobody. */
const everyones = [
  'GET /user',
  'GET /modules',
  'GET /schoolyear',
  'GET /education-departments',
  'GET /live',
  'GET /outcomes/{key}',
  'POST /step_up/options',
  'POST /step_up',
]

/**
 * What lets through a student who names another student's ids, an account with neither role, an invigilator's device, and an administrator:
 * anything but 401, 403 and 404. Every operation of the API is asked; one that is not listed here has to refuse.
 * Calls that need no token answer none of them 2xx without a right secret, but for those that are for anybody.
 */
const forAnybody = ['GET /login_options', 'POST /passkey_login/options']

const letsThrough = {
  student: everyones,
  guest: everyones,
  invigilator: ['GET /invigilation', 'POST /invigilation/ticks'],
  administrator: [
    'POST /step_up/options',
    'POST /step_up',
    'GET /live',
    'GET /outcomes/{key}',
    'GET /user',
    'GET /user/{id}',
    'GET /user/{id}/login_methods',
    'DELETE /user/{id}/second_factor',
    'DELETE /user/{id}/school_login',
    'PUT /user/{id}/education-department',
    'GET /user/{id}/module-statuses',
    'GET /user/{id}/testmoments',
    'GET /user/{id}/seats',
    'GET /user/{id}/history',
    'POST /waiting',
    'DELETE /waiting/{id}',
    'POST /waiting/{id}/promote',
    'GET /user/{id}/enrollments/{paging}',
    'GET /user/{id}/education-department',
    'GET /modules',
    'GET /education-departments',
    'GET /schoolyear',
    'GET /schoolyears/{paging}',
    'GET /schoolyear/{id}',
    'POST /schoolyear',
    'PUT /schoolyear/{id}',
    'DELETE /schoolyear/{id}',
    'GET /schoolyear/{id}/recesses',
    'PUT /schoolyear/{id}/recesses',
    'GET /schoolyear/{id}/copy/{source_id}',
    'POST /schoolyear/{id}/testmoments',
    'POST /module',
    'PUT /module/{id}',
    'GET /module/{id}/use',
    'DELETE /module/{id}',
    'GET /education-department/{id}',
    'POST /education-department',
    'PUT /education-department/{id}',
    'GET /education-department/{id}/modules',
    'PUT /education-department/{id}/modules',
    'PATCH /education-department/{id}/modules',
    'GET /education-departments/modules',
    'POST /education-departments/modules/preview',
    'PUT /education-departments/modules',
    'GET /department-switch',
    'POST /department-switch',
    'GET /users/{paging}',
    'GET /users/export',
    'POST /user',
    'POST /users/act/preview',
    'POST /users/act',
    'PUT /user/{id}',
    'DELETE /user/{id}',
    'GET /audit',
    'GET /audit/export',
    'GET /login_notices',
    'DELETE /login_notice/{id}',
    'GET /barred_logins',
    'DELETE /barred_login/{id}',
    'GET /messages/{paging}',
    'GET /message/{id}',
    'GET /message-audience',
    'POST /message-audience',
    'POST /message',
    'POST /user/{id}/validation-mail',
    'POST /enrollment',
    'DELETE /enrollment/{id}',
    'POST /enrollment/{id}/move',
    'POST /import/students/preview',
    'POST /import/students',
    'POST /import/testmoments/preview',
    'POST /import/testmoments',
    'POST /import/modules/preview',
    'POST /import/modules',
    'GET /import/letters',
    'GET /import/columns/{kind}',
    'GET /imports',
    'GET /import/{id}',
    'POST /import/{id}/undo',
    'GET /account-statistics',
    'GET /first-steps',
    'GET /schoolyear/{id}/testmoment-statistics',
    'GET /schoolyear/{id}/enrollment-statistics',
    'GET /schoolyear/{id}/result-statistics',
    'GET /schoolyear/{id}/result-statistics/export',
    'GET /schoolyear/{schoolyear_id}/testmoments/{paging}',
    'POST /schoolyear/{schoolyear_id}/testmoment',
    'GET /schoolyear/{schoolyear_id}/testmoment/{id}',
    'PUT /schoolyear/{schoolyear_id}/testmoment/{id}',
    'DELETE /schoolyear/{schoolyear_id}/testmoment/{id}',
    'GET /testmoment/{id}/edit-preview',
    'POST /testmoments/act/preview',
    'POST /testmoments/act',
    'GET /testmoment/{id}/modules',
    'GET /testmoment/{id}/enrollments/{paging}',
    'GET /testmoment/{id}/students/{paging}',
    'GET /testmoment/{id}/waiting/{paging}',
    'POST /testmoment/{id}/students/preview',
    'POST /testmoment/{id}/students',
    'PUT /testmoment/{id}/modules',
    'PATCH /testmoment/{id}/modules',
    'PATCH /user/{id}/modules-uncompleted',
    'GET /testmoment/{id}/export',
    'GET /testmoment/{id}/presence-checklist',
    'GET /testmoment/{id}/presence',
    'POST /testmoment/{id}/presence',
    'GET /testmoment/{id}/results',
    'GET /testmoment/{id}/results/export',
    'PUT /testmoment/{id}/results',
    'POST /testmoment/{id}/results/preview',
    'POST /testmoment/{id}/results/publish',
    'POST /testmoment/{id}/results/import/preview',
    'POST /testmoment/{id}/results/import',
    'POST /testmoment/{id}/walk-ins',
    'PUT /walk-in/{id}/settled',
    'GET /testmoment/{id}/invigilators',
    'POST /testmoment/{id}/invigilators',
    'DELETE /invigilators/{id}',
    'DELETE /invigilators/device/{id}',
    'GET /testmoment/{id}/extra-time',
  ],
}

// Each asks every operation, in a new school where it was let through.
vi.setConfig({ testTimeout: 60_000 })

/** Who may is decided by who asks, not by what is asked of the database: one engine shows it. */
describeOnSqlite('every operation', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const succeeded = (status: number) => status >= 200 && status < 300

  const namesLetThrough = async (api: TestApi, tokenOf: TokenOf) => {
    const names: string[] = []
    const ask = createAsker({ api, database }, tokenOf)
    for (const operation of await listOperations(api)) {
      if (forAnybody.includes(operation.name)) continue
      const status = await ask(operation)
      if (operation.guarded ? !isRefusal(status) : succeeded(status)) names.push(operation.name)
    }
    return names.toSorted()
  }

  const expectGuarded = async (api: TestApi, tokenOf: TokenOf) => {
    const ask = createAsker({ api, database }, tokenOf)
    for (const operation of await listOperations(api)) {
      const status = await ask(operation)
      if (operation.guarded) expect(status, operation.name).toBe(operation.forDevices ? 403 : 401)
      else expect(succeeded(status), operation.name).toBe(forAnybody.includes(operation.name))
    }
  }

  test('asks nobody in', async () => {
    await expectGuarded(await startTestApi(database), async () => undefined)
  })

  /** Something happens to Sam, or to a teacher, whose token still has a quarter of an hour. */
  const after =
    (api: TestApi, username: string, happen: (id: number) => Promise<unknown>): TokenOf =>
    async ({ users }) => {
      const { token } = await api.logIn(username)
      await happen(username.startsWith('teacher') ? users.teacher : users.sam)
      return token
    }
  const update = (change: { activated?: boolean; roles?: string }) => (id: number) =>
    database.kysely.updateTable('user').set(change).where('id', '=', id).execute()
  const remove = (id: number) => database.kysely.deleteFrom('user').where('id', '=', id).execute()

  test('refuses an account that is no longer activated, whose token has not expired', async () => {
    const api = await startTestApi(database)
    await expectGuarded(api, after(api, 'sam@school.test', update({ activated: false })))
  })

  test('refuses an administrator who was deleted, whose token has not expired', async () => {
    const api = await startTestApi(database)
    await expectGuarded(api, after(api, 'teacher@school.test', remove))
  })

  test('takes an administrator who was demoted for a student at once', async () => {
    const api = await startTestApi(database)
    const names = await namesLetThrough(api, after(api, 'teacher@school.test', update({ roles: 'ROLE_STUDENT' })))
    expect(names).toEqual(letsThrough.student.toSorted())
  })

  test('shows a student nothing of another, and lets them touch nothing', async () => {
    const api = await startTestApi(database)
    const names = await namesLetThrough(api, async () => (await api.logIn('sam@school.test')).token)
    expect(names).toEqual(letsThrough.student.toSorted())
  })

  test('shows who has neither role no more than that', async () => {
    const api = await startTestApi(database)
    const names = await namesLetThrough(api, async () => (await api.logIn('guest@school.test')).token)
    expect(names).toEqual(letsThrough.guest.toSorted())
  })

  test('lets an administrator through where it should', async () => {
    const api = await startTestApi(database)
    const names = await namesLetThrough(api, async () => (await api.logIn('teacher@school.test')).token)
    expect(names).toEqual(letsThrough.administrator.toSorted())
  })

  test('lets an invigilator’s device read and tick its one list, and nothing else', async () => {
    const api = await startTestApi(database)
    const names = await namesLetThrough(api, async ({ moments }) => {
      const { kysely } = database
      await kysely.updateTable('testmoment').set({ date: '2026-03-10' }).where('id', '=', moments.open).execute()
      return `Invigilator ${NOORS_DEVICE}`
    })
    expect(names).toEqual(letsThrough.invigilator.toSorted())
  })

  test('tells a student nothing about which ids are somebody’s', async () => {
    const api = await startTestApi(database)
    const ask = createAsker({ api, database }, async () => (await api.logIn('sam@school.test')).token)
    for (const operation of await listOperations(api)) {
      if (!operation.guarded) continue
      const [stands, gone] = [await ask(operation), await ask(operation, { gone: true })]
      expect(gone, operation.name).toBe(stands)
    }
  })

  test('says not-yours to a student alike for ids that are somebody’s and that are nobody’s', async () => {
    const api = await startTestApi(database)
    const { users, moments, modules } = await startTestSchool(database)
    const { token } = await api.logIn('sam@school.test')
    for (const id of [users.noor, users.teacher, 2_147_483_647]) {
      const body = { user_id: id, testmoment_id: moments.open, module_id: modules.ALG }
      const replies = [
        await api.ask(`GET /user/${id}`, { token }),
        await api.ask(`GET /user/${id}/module-statuses`, { token }),
        await api.ask(`GET /user/${id}/testmoments`, { token }),
        await api.ask(`GET /user/${id}/seats`, { token }),
        await api.ask(`GET /user/${id}/enrollments/20`, { token }),
        await api.ask('POST /enrollment', { token, body }),
        await api.ask('POST /waiting', { token, body }),
      ]
      for (const reply of replies) expect(reply).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
    }
    expect(await database.kysely.selectFrom('enrollment').select('id').execute()).toEqual([])
    expect(await database.kysely.selectFrom('waiting_entry').select('id').execute()).toEqual([])
  })
})
