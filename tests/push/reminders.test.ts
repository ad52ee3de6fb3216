import { beforeEach, expect, test } from 'vitest'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { announceDue } from '#push-server/announcing/announce-due.ts'
import { planReminders } from '#push-server/announcing/plan-reminders.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { MORNING, type Moment } from '../support/api/test-school.ts'
import { describeOnEachDatabase } from '../support/databases.ts'
import { halfway, holdTable } from '../support/halfway.ts'
import { subscribe } from '../support/push/subscribe.ts'

const HOUR = 3_600_000

describeOnEachDatabase('a reminder before the closing', (open) => {
  const { database, school, set, enroll } = openStage(open, { server: 'none' })
  const clock = { now: MORNING }
  const log = { info: () => undefined, warn: () => undefined }

  beforeEach(async () => {
    for (const table of ['push_job', 'push_reminder', 'push_preference'] as const)
      await database.kysely.deleteFrom(table).execute()
    clock.now = MORNING
    await subscribe(database, school.users.sam)
    await subscribe(database, school.users.noor)
    // The school's own one closes within the day.
    await closeAt('closing', null)
  })

  const closeAt = (moment: Moment, at: number | null) =>
    set.moment(moment, { enrollments_close_at: at === null ? null : new Date(at).toISOString() })
  /** How many are notified. */
  const remind = async () => {
    await planReminders(database, clock.now)
    return announceDue({ database, clock: () => clock.now, log })
  }
  const opened = () =>
    database.transaction((trx) => enqueue(trx, 'testmoment-opened', { testmoment_id: school.moments.open }, clock.now))

  test('goes out a day ahead, once, to those who may still choose something', async () => {
    await closeAt('open', MORNING + 30 * HOUR)
    expect(await remind()).toBe(0)
    clock.now = MORNING + 6 * HOUR
    for (const module_id of [school.modules.ALG, school.modules.GON, school.modules.STA])
      await enroll('sam', 'other', module_id)
    expect(await remind()).toBe(1)
    expect(await remind()).toBe(0)
    const jobs = await database.kysely.selectFrom('push_job').select('kind').execute()
    expect(jobs).toEqual([{ kind: 'reminder' }])
  })

  test('is planned once, by however many', { tags: 'race' }, async () => {
    await closeAt('open', MORNING + HOUR)
    const plan = () => planReminders(database, clock.now)
    await halfway(database, { hold: holdTable('outbox'), first: plan, second: plan })
    expect(await database.kysely.selectFrom('outbox').select('kind').execute()).toEqual([
      { kind: 'testmoment-closes-soon' },
    ])
  })

  test('is not for who does not want one', async () => {
    await closeAt('open', MORNING + HOUR)
    await database.kysely.insertInto('push_preference').values({ user_id: school.users.sam, reminder: false }).execute()
    expect(await remind()).toBe(1)
  })

  test('goes out again when the closing is put off', async () => {
    await closeAt('open', MORNING + HOUR)
    expect(await remind()).toBe(2)
    await closeAt('open', MORNING + 48 * HOUR)
    expect(await remind()).toBe(0)
    clock.now += 24 * HOUR
    expect(await remind()).toBe(2)
  })

  test('is not sent for a closing that is no longer planned', async () => {
    await closeAt('open', MORNING + HOUR)
    await planReminders(database, clock.now)
    await closeAt('open', MORNING + 72 * HOUR)
    expect(await announceDue({ database, clock: () => clock.now, log })).toBe(0)
  })

  test('is left out where the opening was announced within the same day', async () => {
    await closeAt('open', MORNING + 20 * HOUR)
    await opened()
    expect(await announceDue({ database, clock: () => clock.now, log })).toBe(2)
    clock.now += HOUR
    expect(await remind()).toBe(0)
  })

  test('goes out where it was announced before', async () => {
    await opened()
    await announceDue({ database, clock: () => clock.now, log })
    await closeAt('open', MORNING + 30 * HOUR)
    clock.now += 6 * HOUR
    expect(await remind()).toBe(2)
  })

  test('never for a moment that is closed, or has closed', async () => {
    await closeAt('closed', MORNING + HOUR)
    await closeAt('open', MORNING)
    expect(await remind()).toBe(0)
  })
})
