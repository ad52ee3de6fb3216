import { beforeAll, expect, test, vi } from 'vitest'
import type { Reach } from '#contract/call.schema.ts'
import { type NamedOperation, operations } from '#contract/operations.ts'
import type { Database } from '#database/engine/open-database.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnSqlite } from '#tests/support/databases.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { createAsker, isRefusal, NOORS_DEVICE, type TokenOf } from './support/ask-about-noor.ts'
import { listOperations } from './support/operations.ts'

/**
 * The reach of each operation, as its route declares it. Every operation that is not listed here is for administrators
 * alone, so a route that lets others through has to be added by name.
 */
const reached = {
  anybody: [
    'GET /login_options',
    'GET /school_login',
    'GET /school_login/callback',
    'GET /school_login/end',
    'POST /school_login/token',
    'POST /school_login/backchannel_logout',
    'POST /login_check',
    'POST /login_check/second_factor',
    'POST /passkey_login/options',
    'POST /passkey_login',
    'POST /second_factor/begin',
    'POST /second_factor',
    'POST /token/refresh',
    'POST /token/invalidate',
    'POST /register',
    'POST /verify-user',
    'POST /password-reset',
    'POST /password-change',
    'POST /password-change/check',
    'POST /invigilation',
    'GET /calendar/{key}/toetsen.ics',
  ],
  invigilator: ['GET /invigilation', 'POST /invigilation/ticks', 'POST /invigilation/search'],
  account: [
    'GET /user',
    'GET /modules',
    'GET /schoolyear',
    'GET /education-departments',
    'GET /live',
    'GET /outcomes/{key}',
    'POST /step_up/options',
    'POST /step_up',
  ],
  owner: [
    'DELETE /enrollment/{id}',
    'POST /enrollment/{id}/move',
    'GET /enrollment/{id}/calendar',
    'DELETE /waiting/{id}',
    'PUT /waiting/outcome/{id}/seen',
    'DELETE /session/{id}',
    'PUT /passkey/{id}',
    'DELETE /passkey/{id}',
  ],
  self: [
    'GET /user/{id}/data',
    'GET /user/{id}/sessions',
    'GET /user/{id}/messages',
    'PUT /user/{user_id}/message/{id}/read',
    'PATCH /user/{id}/modules-completed',
    'PUT /user/{id}/password',
    'POST /user/{id}/school_login',
    'POST /user/{id}/passkeys/options',
    'POST /user/{id}/passkeys',
    'POST /user/{id}/totp/begin',
    'POST /user/{id}/totp',
    'DELETE /user/{id}/totp',
    'POST /user/{id}/recovery_codes',
  ],
  'student-self': [
    'GET /user/{id}/automatic-enrollments',
    'POST /user/{id}/information-check',
    'GET /user/{id}/confirmation-letters',
    'PUT /user/{id}/confirmation-letters',
    'GET /user/{id}/calendar-feed',
    'POST /user/{id}/calendar-feed',
    'DELETE /user/{id}/calendar-feed',
    'POST /user/{id}/door-code',
  ],
  'self-or-administration': [
    'GET /user/{id}',
    'PUT /user/{id}',
    'GET /user/{id}/login_methods',
    'DELETE /user/{id}/school_login',
    'GET /user/{id}/education-department',
    'PUT /user/{id}/education-department',
    'GET /user/{id}/module-statuses',
    'PATCH /user/{id}/modules-uncompleted',
    'GET /user/{id}/testmoments',
    'GET /user/{id}/seats',
    'GET /user/{id}/history',
    'GET /user/{id}/enrollments/{paging}',
    'POST /enrollment',
    'POST /waiting',
    'GET /department-switch',
    'POST /department-switch',
  ],
  'presence-lists': [
    'GET /testmoment/{id}/presence',
    'POST /testmoment/{id}/presence',
    'PUT /walk-in/{id}/settled',
    'GET /testmoment/{id}/presence-checklist',
    'GET /testmoment/{id}/extra-time',
  ],
}

/** Calls without a token answer 2xx only with a right secret, but for these. */
const forAnybody = ['GET /login_options', 'POST /passkey_login/options']

/** Operations about somebody's own records that administrators may call for them. */
const forAdministratorsToo = ['DELETE /waiting/{id}', 'DELETE /enrollment/{id}', 'POST /enrollment/{id}/move']

/** The API's operations by their declared reach; those of the push server have a test of their own. */
function namesByReach(): Map<Reach | undefined, string[]> {
  const byReach = Map.groupBy(
    operations.filter(({ subject }) => subject !== 'push'),
    ({ call }) => call.reach,
  )
  const nameOf = ({ call: { method, path } }: NamedOperation) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
  return new Map([...byReach].map(([reach, named]) => [reach, named.map(nameOf)]))
}

/**
 * Operations that let through a student or an account without a role, who name another student's ids, an invigilator's
 * device, and an administrator: they answer anything but 401, 403 and 404.
 */
const letsThrough = {
  student: reached.account,
  guest: reached.account,
  invigilator: reached.invigilator,
  administrator: () => [
    ...(namesByReach().get('administration') ?? []),
    ...reached['presence-lists'],
    ...reached['self-or-administration'],
    ...reached.account,
    ...forAdministratorsToo,
  ],
}

// Each asks every operation, in a new school where it was let through.
vi.setConfig({ testTimeout: underLoad(60_000) })

/** Permissions depend on the caller and not on the database, so one engine is enough. */
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

  test('declares who reaches it', async () => {
    await startTestApi(database)
    const { administration = [], ...others } = Object.fromEntries(namesByReach())
    expect(administration.length).toBeGreaterThan(80)
    const sorted = (names: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(names).map(([reach, listed]) => [reach, listed.toSorted()]))
    expect(sorted(others)).toEqual(sorted(reached))
  })

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
    expect(names).toEqual(letsThrough.administrator().toSorted())
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

  test('reveals nothing to a student about which ids are somebody’s', async () => {
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
