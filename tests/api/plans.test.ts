// @module-tag engine
import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteDepartmentEnrollments } from '#api-server/departments/department-modules.ts'
import { forgetOldLetters } from '#api-server/letters.ts'
import { countStudentsInModule } from '#api-server/modules/edit-module.ts'
import { forgetOldLogins } from '#api-server/sessions/sweep-logins.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { claim } from '#database/outbox/claim-and-settle.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { announceDue } from '#push-server/announcing/announce-due.ts'
import { planReminders } from '#push-server/announcing/plan-reminders.ts'
import { assessJobs } from '#push-server/jobs/assess-jobs.ts'
import { claimJobs } from '#push-server/jobs/claim-jobs.ts'
import { forgetOldJobs, settleJobs } from '#push-server/jobs/settle-jobs.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { MORNING, PASSWORD } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { growSchool } from '#tests/support/growth/grow-school.ts'
import { OPEN_MOMENTS } from '#tests/support/growth/growing-school.ts'
import { imagineMoreRows } from '#tests/support/growth/imagine-more-rows.ts'
import { statementsOf } from '#tests/support/growth/statements-of.ts'
import { walkedThrough } from '#tests/support/growth/walked-through.ts'
import { isSqlite } from '../database/support/foreign-keys.ts'

const STUDENTS = 3_000
const TEACHER = STUDENTS + 1
/** id of a past moment */
const PAST = OPEN_MOMENTS + 1
const SAM = 's100001@student.school.example'

/** time limit (ms), long because a machine that is busy with other tests is slow, not unavailable */
const TIMEOUT = 10_000

/** how many times as large a school the plans are for */
const IMAGINED = 30

/** Tables that grow with the school or the years; each of the others holds some dozens of rows. */
const LARGE = [
  'user',
  'session',
  'refresh_token',
  'enrollment',
  'completed_module',
  'audit',
  'outbox',
  'push_subscription',
  'push_job',
  'waiting_outcome',
  'presence_tick',
]

describeOnEachDatabase('in a school that has grown', (_, urls) => {
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    const url = await urls.fresh()
    const growing = openDatabase(url, { timeout: TIMEOUT })
    await growSchool(growing, { students: STUDENTS, enrollmentsEach: 3, now: MORNING })
    const password_hash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    await growing.kysely.updateTable('user').set({ password_hash }).where('id', 'in', [1, TEACHER]).execute()
    // A moment with seats makes the server count its students.
    await growing.kysely.updateTable('testmoment').set({ seats: STUDENTS }).where('id', '=', 2).execute()
    await imagineMoreRows(growing.kysely, LARGE, IMAGINED)
    await growing.close()
    // Reopened for the settings that the database got meanwhile.
    database = openDatabase(url, { timeout: TIMEOUT })
    return () => database.close()
  })
  beforeEach(async () => {
    api = await startTestApi(database, { alone: true })
  })

  /** How the statements that are sent meanwhile walk through large tables; what is still to do is never much. */
  const walksOf = async (act: () => Promise<unknown>): Promise<string[]> => {
    const walks: string[] = []
    for (const statement of await statementsOf(act, { ofAnybody: true }))
      walks.push(...(await walkedThrough(database.kysely, statement)))
    return walks.filter((walk) => LARGE.includes(walk.split(' ')[0] ?? '') && !walk.endsWith('_to_do'))
  }
  /** Finds the calls that scan a table, and how they do it. */
  const walksOfCalls = async (token: string, calls: readonly (readonly [operation: string, body?: object])[]) => {
    const found: Record<string, string[]> = {}
    for (const [operation, body] of calls) {
      const walks = await walksOf(async () => {
        const { status } = await api.ask(operation, { token, ...(body && { body }) })
        expect(`${operation}: ${status}`).toMatch(/: 20[01]$/)
      })
      if (walks.length > 0) found[operation] = walks
    }
    return found
  }

  test('students look up what is theirs', async () => {
    const { token, refresh_token } = await api.logIn(SAM)
    expect(
      await walksOfCalls(token, [
        ['POST /login_check', { username: SAM, password: PASSWORD }],
        ['POST /token/refresh', { refresh_token }],
        ['GET /user'],
        ['GET /user/1/module-statuses'],
        ['GET /user/1/testmoments'],
        ['GET /user/1/enrollments/100'],
        ['GET /user/1/seats'],
        ['GET /user/1/history'],
        ['POST /enrollment', { user_id: 1, testmoment_id: 2, module_id: 10 }],
        ['GET /user/1/sessions'],
        ['GET /user/1/login_methods'],
        ['GET /user/1/data'],
        ['POST /user/1/calendar-feed'],
        ['POST /password-reset', { username: SAM }],
      ]),
    ).toEqual({})
  })

  test('teachers look up what they ask for, and walk as far as a page is long', async () => {
    const { token } = await api.logIn('docent@school.example')
    const walks = await walksOfCalls(token, [
      ['GET /user/7'],
      ['GET /users/20'],
      ['GET /users/20?search=zeldenrust'],
      ['GET /audit'],
      ['GET /audit?resource=user&resource_id=7'],
      [`GET /audit?actor=${TEACHER}`],
      ['GET /audit?actor=system&action=opened'],
      ['GET /audit?resource=user&action=edited'],
      ['GET /audit?from=2026-01-01&until=2026-03-01'],
      [`GET /audit?actor=${TEACHER}&resource=module&action=deleted&from=2025-09-01`],
      ['GET /audit?import_id=1'],
      ['GET /schoolyear/5/testmoments/10'],
      ['GET /schoolyears/20?archived=too'],
      ['GET /schoolyear/5/recesses'],
      ['GET /schoolyear/5/copy/4'],
      ['GET /schoolyear/5/testmoment-statistics'],
      ['GET /schoolyear/5/enrollment-statistics'],
      ['GET /schoolyear/5/result-statistics'],
      ['GET /schoolyear/5/gradebook/20'],
      ['GET /schoolyear/5/testmoment/1?with=enrollments'],
      ['GET /testmoment/1/results'],
      ['GET /testmoment/1/enrollments/100'],
      ['GET /testmoment/1/edit-preview?date=2026-09-01'],
      ['PUT /schoolyear/5/testmoment/2', { enrollments_enabled: false }],
      ['PUT /schoolyear/5/testmoment/3', { max_enrollments: 3 }],
      ['GET /import/letters'],
      [`GET /testmoment/${PAST}/presence`],
      [`POST /testmoment/${PAST}/presence`, await ticksAt(PAST)],
      [`GET /testmoment/${PAST}/invigilators`],
      ['DELETE /user/9'],
    ])
    // SQLite names the 2,000 once more: what holds them for the conditions is called as the table.
    const byName = isSqlite(database) ? ['user by people_by_search_text', 'user'] : ['user by user_username_key']
    expect(walks).toEqual({
      // the next page by last name
      'GET /schoolyear/5/gradebook/20': ['user by users_by_last_name'],
      // the next 2,000 by name, see people-index.rationale.md
      'GET /users/20': byName,
      'GET /users/20?search=zeldenrust': byName,
    })
  })

  const ticksAt = async (testmomentId: number) => {
    const enrolled = database.kysely.selectFrom('enrollment').select('id').where('testmoment_id', '=', testmomentId)
    const tick = { status: 'late', at: new Date(MORNING).toISOString() }
    const ids = (await enrolled.limit(20).execute()).map(({ id }) => id)
    return { ticks: ids.map((enrollment_id) => ({ ...tick, key: randomUUID(), enrollment_id })), walk_ins: [] }
  }

  test('counts the effects of a change of modules only at its moments', async () => {
    const [moduleIds, testmomentIds] = [[10], [1, 2]]
    const walks = await walksOf(async () => {
      await countStudentsInModule(database.kysely, { moduleId: 10, testmomentIds })
      await database
        .transaction(async (trx) => {
          await deleteDepartmentEnrollments(trx, { departmentId: 1, moduleIds, testmomentIds })
          throw new Error('undone')
        })
        .catch(() => undefined)
    })
    expect(walks).toEqual([])
  })

  test('finds tasks that are due among all that are done, and those done long ago', async () => {
    const soon = { testmoment_id: 1, closes_at: new Date(MORNING).toISOString() }
    await database.transaction((trx) => enqueue(trx, 'testmoment-closes-soon', soon, MORNING))
    const kinds = ['testmoment-closes-soon'] as const
    const walks = await walksOf(async () => {
      expect(await claim(database, { kinds, limit: 1, lease: 1_000, now: MORNING })).toHaveLength(1)
      await forgetOldLetters(database, MORNING)
      await forgetOldLogins(database, { most: 20, now: MORNING })
    })
    expect(walks).toEqual([])
  })

  test('pushes are planned, sent and forgotten among all that were', async () => {
    const openingAt = 3
    await database.transaction((trx) => enqueue(trx, 'testmoment-opened', { testmoment_id: openingAt }, MORNING))
    const log = { info: () => undefined, warn: () => undefined }
    const walks = await walksOf(async () => {
      await planReminders(database, MORNING)
      expect(await announceDue({ database, clock: () => MORNING, log })).toBe(STUDENTS / 2)
      const claimed = await claimJobs(database, {
        limit: 50,
        lease: 1_000,
        without: [],
        roomOf: () => 50,
        now: MORNING,
      })
      const { ready } = await assessJobs(database.kysely, claimed, {
        publicUrl: 'https://school.example',
        now: MORNING,
      })
      expect(ready).toHaveLength(50)
      const settled = ready.map(({ job }) => ({ job, result: { kind: 'sent' as const } }))
      await settleJobs(database, settled, MORNING)
      await forgetOldJobs(database, MORNING)
    })
    expect(walks).toEqual([])
  })
})
