// @module-tag pooled
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { followDueSchedules } from '#api-server/testmoments/testmoment-schedule.ts'
import { listUserTestmoments } from '#contract/users.calls.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { emptyOutbox, openingsToAnnounce } from '#tests/support/api/enrolled.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { halfway } from '#tests/support/halfway.ts'

const MINUTE = 60_000
const at = (offset: number) => new Date(MORNING + offset).toISOString()

interface Stage {
  database: Database
  school: TestSchool
  clock: { now: number }
  plan(times: { open?: number; close?: number; enabled?: boolean }): Promise<void>
  look(): Promise<void>
  state(): Promise<{ enabled: boolean; open: string | null; close: string | null; version: number }>
}

/** The moment `closed`, which is planned to open and close some time (ms) after the morning. */
async function setUp(database: Database): Promise<Stage> {
  const school = await startTestSchool(database)
  await emptyAuditTrail(database)
  await emptyOutbox(database)
  const clock = { now: MORNING }
  const { closed } = school.moments
  return {
    database,
    school,
    clock,
    plan: async ({ open, close, enabled = false }) => {
      const values = {
        enrollments_enabled: enabled,
        enrollments_open_at: open === undefined ? null : at(open),
        enrollments_close_at: close === undefined ? null : at(close),
      }
      await database.kysely.updateTable('testmoment').set(values).where('id', '=', closed).execute()
    },
    look: () => followDueSchedules({ database, clock: () => clock.now }),
    state: async () => {
      const row = await database.kysely
        .selectFrom('testmoment')
        .selectAll()
        .where('id', '=', closed)
        .executeTakeFirstOrThrow()
      const { enrollments_enabled: enabled, enrollments_open_at: open, enrollments_close_at: close, version } = row
      return { enabled, open, close, version }
    },
  }
}

describeOnEachDatabase('the schedule', (open) => {
  let stage: Stage
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    stage = await setUp(database)
  })
  const trail = (...changes: string[]) =>
    changes.map((change) => `user null ${change.replace('#', `testmoment ${stage.school.moments.closed}:`)}`)

  test('opens a moment at its time and not before, and puts one opening in the outbox', async () => {
    await stage.plan({ open: MINUTE, close: 2 * MINUTE })
    stage.clock.now = MORNING + MINUTE - 1
    await stage.look()
    expect(await stage.state()).toEqual({ enabled: false, open: at(MINUTE), close: at(2 * MINUTE), version: 1 })
    stage.clock.now += 1
    await stage.look()
    expect(await stage.state()).toEqual({ enabled: true, open: null, close: at(2 * MINUTE), version: 2 })
    expect(await openingsToAnnounce(database)).toEqual([stage.school.moments.closed])
    expect(await auditTrail(database)).toEqual(trail('opened # enrollments_enabled enrollments_open_at'))
  })

  test('closes it at its time, and notifies nobody', async () => {
    await stage.plan({ close: MINUTE, enabled: true })
    stage.clock.now += MINUTE
    await stage.look()
    expect(await stage.state()).toEqual({ enabled: false, open: null, close: null, version: 2 })
    expect(await openingsToAnnounce(database)).toEqual([])
    expect(await auditTrail(database)).toEqual(trail('closed # enrollments_close_at enrollments_enabled'))
  })

  test('has nothing more to do however often it looks', async () => {
    await stage.plan({ open: 0 })
    for (let look = 0; look < 3; look++) await stage.look()
    expect(await stage.state()).toMatchObject({ enabled: true, version: 2 })
    expect(await openingsToAnnounce(database)).toHaveLength(1)
    expect(await auditTrail(database)).toHaveLength(1)
  })

  test('forgets the opening of what is open already, and notifies nobody', async () => {
    await stage.plan({ open: 0, enabled: true })
    await stage.look()
    expect(await stage.state()).toEqual({ enabled: true, open: null, close: null, version: 2 })
    expect(await openingsToAnnounce(database)).toEqual([])
  })

  test('makes up for what came due while no server ran', async () => {
    await stage.plan({ open: MINUTE })
    stage.clock.now += 3 * 86_400_000
    await stage.look()
    expect(await stage.state()).toMatchObject({ enabled: true, open: null })
    expect(await openingsToAnnounce(database)).toEqual([stage.school.moments.closed])
  })

  test('leaves closed what was to open and close again meanwhile, and notifies nobody', async () => {
    await stage.plan({ open: MINUTE, close: 2 * MINUTE })
    stage.clock.now += 2 * MINUTE
    await stage.look()
    expect(await stage.state()).toEqual({ enabled: false, open: null, close: null, version: 2 })
    expect(await openingsToAnnounce(database)).toEqual([])
  })

  test('keeps every moment to its time when another fails', async () => {
    const { moments } = stage.school
    await database.kysely
      .updateTable('testmoment')
      .set({ enrollments_open_at: at(0), enrollments_enabled: false })
      .where('id', 'in', [moments.open, moments.other, moments.single])
      .execute()
    let transactions = 0
    const flaky: Database = {
      ...database,
      transaction: async (work) => {
        if (++transactions === 2) throw new Error('one of three')
        return database.transaction(work)
      },
    }
    const look = () => followDueSchedules({ database: flaky, clock: () => MORNING })
    await expect(look()).rejects.toThrow('one of three')
    expect(await openingsToAnnounce(database)).toHaveLength(2)
    await look()
    expect((await openingsToAnnounce(database)).toSorted()).toEqual(
      [moments.open, moments.other, moments.single].toSorted(),
    )
  })

  describe('seen by a student', () => {
    const enroll = async (api: TestApi) => {
      const { token } = await api.logIn('sam@school.test')
      const { users, moments, modules } = stage.school
      const body = { user_id: users.sam, testmoment_id: moments.closed, module_id: modules.ALG }
      return api.ask('POST /enrollment', { token, body })
    }
    const seen = async (api: TestApi) => {
      const { token } = await api.logIn('sam@school.test')
      const { body } = await api.ask(`GET /user/${stage.school.users.sam}/testmoments`, { token })
      const { entities } = listUserTestmoments.reply.parse(body)
      return entities.find(({ id }) => id === stage.school.moments.closed)
    }
    const closed = { status: 422, body: { reason: 'enrollments-closed' } }

    test('shows when a moment opens, which is closed until it was opened', async () => {
      const api = await startTestApi(database)
      await stage.plan({ open: MINUTE })
      api.clock.now = MORNING + MINUTE
      expect(await seen(api)).toMatchObject({
        enrollments_enabled: false,
        enrollments_open_at: at(MINUTE),
        _links: {},
      })
      expect((await seen(api))?._links.enroll).toBeUndefined()
      expect(await enroll(api)).toMatchObject(closed)
      stage.clock.now = api.clock.now
      await stage.look()
      expect((await seen(api))?._links.enroll).toBeDefined()
      expect(await enroll(api)).toMatchObject({ status: 201 })
    })

    test('closes at its time though it is carried out late', async () => {
      const api = await startTestApi(database)
      await stage.plan({ close: MINUTE, enabled: true })
      api.clock.now = MORNING + MINUTE
      expect((await stage.state()).enabled).toBe(true)
      expect((await seen(api))?._links.enroll).toBeUndefined()
      expect(await enroll(api)).toMatchObject(closed)
    })
  })

  describe('in a running server', () => {
    const POLL = 5_000
    const start = (database: Database) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      return startTestApi(database, { alone: true, schedulePoll: POLL, clock: () => MORNING })
    }
    /** A poll that is under way does not see that its time has come again: so it is turned until something has come of it. */
    const pollUntil = (check: () => unknown) =>
      eventually(() => {
        vi.advanceTimersByTime(POLL)
        return check()
      })

    test('opens by itself, and stops with the server', async () => {
      let looks = 0
      const api = await start({
        ...database,
        get kysely() {
          looks += 1
          return database.kysely
        },
      })
      await stage.plan({ open: 0 })
      await pollUntil(async () => expect((await stage.state()).enabled).toBe(true))
      await api.app.close()
      const before = looks
      await vi.advanceTimersByTimeAsync(3 * POLL)
      expect(looks).toBe(before)
    })

    test('survives a database that is away, says so once, and goes on when it is back', async () => {
      let away = true
      let tries = 0
      const awayAtFirst: Database = {
        ...database,
        transaction: async (work) => {
          tries += 1
          if (away) throw new Error('the database is away')
          return database.transaction(work)
        },
      }
      await stage.plan({ open: 0 })
      const api = await start(awayAtFirst)
      const complaints = () => api.logs.filter((line) => line.includes('the schedule waits'))
      await pollUntil(() => expect(tries).toBeGreaterThan(3))
      expect(complaints()).toHaveLength(1)
      away = false
      await pollUntil(async () => expect((await stage.state()).enabled).toBe(true))
      expect(await openingsToAnnounce(database)).toEqual([stage.school.moments.closed])
    })
  })
})

describeOnPostgres('two servers that look at once', (_, urls) => {
  test('open each moment once, and announce it once', { tags: 'race' }, async () => {
    const url = await urls.fresh()
    const server = () => openDatabase(url, { timeout: 4_000 })
    const [database, elsewhere] = [server(), server()]
    try {
      const { school, clock } = await setUp(database)
      const ids = Object.values(school.moments)
      await database.kysely
        .updateTable('testmoment')
        .set({ enrollments_enabled: false, enrollments_open_at: at(0), enrollments_close_at: null })
        .execute()
      const look = (server: Database) => () => followDueSchedules({ database: server, clock: () => clock.now })
      await halfway(database, {
        hold: (trx) => trx.selectFrom('testmoment').select('id').forUpdate().execute(),
        first: look(database),
        second: look(elsewhere),
      })
      expect((await openingsToAnnounce(database)).toSorted()).toEqual(ids.toSorted())
      const versions = await database.kysely.selectFrom('testmoment').select('version').distinct().execute()
      expect(versions).toEqual([{ version: 2 }])
    } finally {
      await database.close()
      await elsewhere.close()
    }
  })
})
