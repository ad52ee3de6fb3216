import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { announceDue } from '#push-server/announcing/announce-due.ts'
import { PushMetrics } from '#push-server/metrics.ts'
import { Delivery, type DeliveryOptions } from '#push-server/sender/delivery.ts'
import type { Outcome, Push } from '#push-server/sender/messenger.ts'
import { addUser, MORNING, startTestSchool, type TestSchool } from '../support/api/test-school.ts'
import { describeOnEachDatabase } from '../support/databases.ts'
import { halfway, holdTable } from '../support/halfway.ts'
import { type Device, subscribe } from '../support/push/subscribe.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const SENT: Outcome = { kind: 'sent' }
const busy = (wait = 0): Outcome => ({ kind: 'later', why: '503', wait })

describeOnEachDatabase('delivery', (open) => {
  let database: Database
  let school: TestSchool
  let sam: Device
  let noor: Device
  const clock = { now: MORNING }
  const log = { info: () => undefined, warn: () => undefined }
  /** What a push service would have got, and how it answers: the network is not there. */
  let sent: Push[]
  let answer: (push: Push) => Outcome | Promise<Outcome>

  beforeEach(async () => {
    database ??= await open()
    for (const table of ['push_job', 'push_reminder', 'outbox', 'push_preference'] as const)
      await database.kysely.deleteFrom(table).execute()
    school = await startTestSchool(database)
    clock.now = MORNING
    sent = []
    answer = () => SENT
    sam = await subscribe(database, school.users.sam)
    noor = await subscribe(database, school.users.noor)
  })

  const createDelivery = (more: Partial<DeliveryOptions> = {}) =>
    new Delivery({
      database,
      metrics: new PushMetrics(),
      publicUrl: 'https://wiskunde.school.nl',
      clock: () => clock.now,
      log,
      send: async (push) => {
        sent.push(push)
        return answer(push)
      },
      ...more,
    })

  const announce = async (moment: keyof TestSchool['moments'] = 'open') => {
    await database.transaction((trx) =>
      enqueue(trx, 'testmoment-opened', { testmoment_id: school.moments[moment] }, clock.now),
    )
    return announceDue({ database, clock: () => clock.now, log })
  }
  /** Until all that is due was answered and written down. */
  const deliver = async (delivery = createDelivery()) => {
    do {
      await delivery.turn()
      await nextTurn()
    } while (!delivery.isIdle)
    return delivery
  }
  const endpoints = () => sent.map(({ subscription }) => subscription.endpoint).sort()
  const jobs = () =>
    database.kysely
      .selectFrom('push_job')
      .select(['push_subscription_id as device', 'outcome', 'last_error', 'attempts', 'claimed_until', 'available_at'])
      .orderBy('push_subscription_id')
      .execute()
  const devices = async () =>
    (await database.kysely.selectFrom('push_subscription').select('id').orderBy('id').execute()).map(({ id }) => id)

  describe('brings', () => {
    test('each push to its device, once, and notes that it arrived', async () => {
      await announce()
      await deliver()
      await deliver()
      expect(endpoints()).toEqual([sam.endpoint, noor.endpoint].sort())
      expect(await jobs()).toMatchObject([
        { outcome: 'sent', claimed_until: null },
        { outcome: 'sent', claimed_until: null },
      ])
      const noted = await database.kysely.selectFrom('push_subscription').select('last_success_at').execute()
      expect(noted.map(({ last_success_at }) => last_success_at)).toEqual(
        Array(2).fill(new Date(MORNING).toISOString()),
      )
    })

    test('what is said about the moment, for as long as it is of use, and with one topic a moment', async () => {
      await announce('closing')
      await deliver()
      expect(sent[0]).toMatchObject({
        ttl: 3 * 3_600,
        urgency: 'high',
        topic: `toetsmoment-${school.moments.closing}`,
        message: { notification: { tag: `toetsmoment-${school.moments.closing}` } },
      })
      sent = []
      await announce('open')
      await deliver()
      expect(sent[0]).toMatchObject({ ttl: 48 * 3_600 })
    })

    test('many, fifty at a time to one push service', async () => {
      for (let index = 0; index < 120; index++) {
        const user = await addUser(database, {
          username: `student${index}@school.test`,
          education_department_id: school.departmentId,
        })
        await subscribe(database, user, { origin: `https://fcm.googleapis.com` })
      }
      await announce()
      let [underWay, most] = [0, 0]
      answer = async () => {
        most = Math.max(most, ++underWay)
        await nextTurn()
        underWay -= 1
        return SENT
      }
      await deliver()
      expect(new Set(endpoints()).size).toBe(122)
      expect(sent).toHaveLength(122)
      expect(most).toBe(50)
    })
  })

  describe('looks once more before it sends:', () => {
    test('who enrolled in all they may meanwhile is told nothing', async () => {
      await announce('listed')
      await database.kysely
        .insertInto('enrollment')
        .values({
          user_id: school.users.sam,
          module_id: school.modules.ALG,
          testmoment_id: school.moments.listed,
          created_at: new Date(MORNING).toISOString(),
        })
        .execute()
      await deliver()
      expect(endpoints()).toEqual([noor.endpoint])
      expect(await jobs()).toMatchObject([{ outcome: 'unneeded' }, { outcome: 'sent' }])
    })

    test('a student who was made a teacher is not told', async () => {
      await announce()
      await database.kysely
        .updateTable('user')
        .set({ roles: 'ROLE_ADMIN' })
        .where('id', '=', school.users.sam)
        .execute()
      await deliver()
      expect(endpoints()).toEqual([noor.endpoint])
      expect(await jobs()).toMatchObject([{ outcome: 'unneeded' }, { outcome: 'sent' }])
    })

    test('once the opening was taken back nobody is', async () => {
      await announce()
      await database.kysely
        .updateTable('testmoment')
        .set({ enrollments_enabled: false })
        .where('id', '=', school.moments.open)
        .execute()
      await deliver()
      expect(sent).toEqual([])
      expect(await jobs()).toMatchObject([{ outcome: 'unneeded' }, { outcome: 'unneeded' }])
    })

    test('opened again before, everyone is told once', async () => {
      await announce()
      await announce()
      await deliver()
      expect(endpoints()).toEqual([sam.endpoint, noor.endpoint].sort())
    })

    test('opened again after, they are told again', async () => {
      await announce()
      await deliver()
      await announce()
      await deliver()
      expect(sent).toHaveLength(4)
    })

    test('whose quiet hours began meanwhile is told after them, and no attempt is counted', async () => {
      await announce()
      await database.kysely
        .insertInto('push_preference')
        .values({ user_id: school.users.sam, quiet_from: '10:00', quiet_until: '11:30' })
        .execute()
      await deliver()
      expect(endpoints()).toEqual([noor.endpoint])
      const [job] = await jobs()
      expect(job).toMatchObject({ outcome: null, attempts: 0, claimed_until: null })
      clock.now += 1.5 * HOUR
      await deliver()
      expect(endpoints()).toEqual([sam.endpoint, noor.endpoint].sort())
    })

    test('a device that has gone is not missed', async () => {
      await announce()
      await database.kysely.deleteFrom('push_subscription').where('id', '=', sam.id).execute()
      await deliver()
      expect(endpoints()).toEqual([noor.endpoint])
    })
  })

  describe('when the push service says', () => {
    const answerSam = (outcome: Outcome) => {
      answer = ({ subscription }) => (subscription.endpoint === sam.endpoint ? outcome : SENT)
    }

    test('that a subscription is over, it is deleted, and no other', async () => {
      await announce()
      answerSam({ kind: 'gone', why: '410' })
      await deliver()
      const remembered = await database.kysely.selectFrom('gone_push_endpoint').select('user_id').execute()
      expect(remembered).toEqual([{ user_id: school.users.sam }])
      expect(await devices()).toEqual([noor.id])
      expect(await jobs()).toMatchObject([{ device: noor.id, outcome: 'sent' }])
    })

    test('so of one that the browser has just renewed, that is told at its new address', async () => {
      await announce()
      const renewed = 'https://fcm.googleapis.com/fcm/send/renewed'
      answer = async ({ subscription }) => {
        if (subscription.endpoint !== sam.endpoint) return SENT
        await database.kysely
          .updateTable('push_subscription')
          .set({ endpoint: renewed })
          .where('id', '=', sam.id)
          .execute()
        return { kind: 'gone', why: '410' }
      }
      await deliver()
      await deliver()
      expect(await devices()).toEqual([sam.id, noor.id])
      expect(endpoints()).toContain(renewed)
    })

    test('that it refuses, nothing is deleted and nothing tried again', async () => {
      await announce()
      answerSam({ kind: 'refused', why: '403' })
      await deliver()
      clock.now += 24 * HOUR
      await deliver()
      expect(await devices()).toEqual([sam.id, noor.id])
      expect(sent).toHaveLength(2)
      expect((await jobs())[0]).toMatchObject({ outcome: 'refused', last_error: '403' })
    })

    test('that it is busy, it is tried again, later each time', async () => {
      await announce()
      answerSam(busy())
      const waits: number[] = []
      for (let attempt = 1; attempt <= 6; attempt++) {
        await deliver()
        const [job] = await jobs()
        expect(job).toMatchObject({ outcome: null, last_error: '503', attempts: attempt, claimed_until: null })
        const at = Date.parse(job?.available_at ?? '')
        waits.push(at - clock.now)
        clock.now = at
      }
      waits.forEach((wait, index) => {
        expect(wait).toBeGreaterThanOrEqual(5 * SECOND * 2 ** index)
        expect(wait).toBeLessThanOrEqual(10 * SECOND * 2 ** index)
      })
      answerSam(SENT)
      await deliver()
      expect((await jobs())[0]).toMatchObject({ outcome: 'sent' })
    })

    test('anything but yes, that stands with the device until the next success', async () => {
      const last = () =>
        database.kysely
          .selectFrom('push_subscription')
          .select(['last_failure', 'last_failure_at', 'last_success_at'])
          .where('id', '=', sam.id)
          .executeTakeFirstOrThrow()
      const at = new Date(MORNING).toISOString()
      const failures = {
        refused: { kind: 'refused', why: '403' },
        busy: busy(),
        unreachable: { ...busy(), why: 'TIMEOUT' },
      } as const
      for (const [failure, outcome] of Object.entries(failures)) {
        await announce()
        answerSam(outcome)
        await deliver()
        expect(await last()).toMatchObject({ last_failure: failure, last_failure_at: at })
        await announce()
        answerSam(SENT)
        await deliver()
        expect(await last()).toEqual({ last_failure: null, last_failure_at: null, last_success_at: at })
      }
    })

    test('when to try again, that is never undercut', async () => {
      await announce()
      answerSam(busy(2 * HOUR))
      await deliver()
      clock.now += 2 * HOUR - 1
      await deliver()
      expect(sent).toHaveLength(2)
      answerSam(SENT)
      clock.now += 1
      await deliver()
      expect(sent).toHaveLength(3)
    })

    test('to try again after the closing, it is given up', async () => {
      await announce('closing')
      answerSam(busy(3 * HOUR))
      await deliver()
      expect((await jobs())[0]).toMatchObject({ outcome: 'expired', last_error: '503' })
    })

    test('nothing at all, the others wait with it, and those elsewhere do not', async () => {
      const apple = await subscribe(database, school.users.noor, { origin: 'https://web.push.apple.com' })
      for (let index = 0; index < 98; index++) await subscribe(database, school.users.sam)
      await announce()
      answer = ({ subscription }) => (subscription.endpoint === apple.endpoint ? SENT : busy())
      const delivery = await deliver()
      // The 27th failure ends it, with 50 under way.
      expect(sent.filter(({ subscription }) => subscription.endpoint !== apple.endpoint).length).toBeLessThanOrEqual(76)
      expect(endpoints()).toContain(apple.endpoint)
      expect(delivery.openBreakers()).toEqual(['https://fcm.googleapis.com'])

      answer = () => SENT
      // A quarter of an hour: longer than any wait so far.
      clock.now += HOUR / 4
      await deliver(delivery)
      expect(new Set(endpoints()).size).toBe(101)
      expect(delivery.openBreakers()).toEqual([])
      expect((await jobs()).every(({ outcome }) => outcome === 'sent')).toBe(true)
    })
  })

  describe('when some answers are bad', () => {
    const isBad = ({ endpoint }: { endpoint: string }) => Number(endpoint.split('/').at(-1)) % 4 === 0

    test('each device whose answer is good is told at its first attempt, opening after opening', async () => {
      const all = [sam, noor]
      for (let index = 0; index < 120; index++) all.push(await subscribe(database, school.users.sam))
      answer = ({ subscription }) => (isBad(subscription) ? busy() : SENT)
      const delivery = createDelivery()
      for (let opening = 0; opening < 3; opening++) {
        sent = []
        await announce()
        await deliver(delivery)
        expect(endpoints()).toEqual(all.map(({ endpoint }) => endpoint).sort())
        // Until the next one only the bad ones are tried again, which says nothing of their push service.
        for (let time = 0; time < 5; time++) {
          clock.now += HOUR / 4
          await deliver(delivery)
          expect(delivery.openBreakers()).toEqual([])
        }
      }
    })

    test('those first in line may all be for a push service that hangs: the ones behind them go', async () => {
      for (let index = 0; index < 600; index++) await subscribe(database, school.users.sam)
      const apple = await subscribe(database, school.users.noor, { origin: 'https://web.push.apple.com' })
      await announce()
      answer = ({ subscription }) => (subscription.endpoint === apple.endpoint ? SENT : new Promise(() => undefined))
      const delivery = createDelivery()
      expect(await delivery.turn()).toBeLessThanOrEqual(151)
      await nextTurn()
      expect(endpoints()).toContain(apple.endpoint)
    })
  })

  describe('loses nothing', () => {
    test('when it dies with pushes under way: after their lease another sends them', async () => {
      await announce()
      const dying = createDelivery({ send: () => new Promise(() => undefined) })
      await dying.turn()
      await deliver()
      expect(sent).toEqual([])
      clock.now += 30 * SECOND
      await deliver()
      expect(endpoints()).toEqual([sam.endpoint, noor.endpoint].sort())
    })

    test('when the database is away as it writes down: it writes that later', async () => {
      await announce()
      const away = new Error('away')
      let isAway = false
      const flaky: Database = {
        ...database,
        transaction: (work) => (isAway ? Promise.reject(away) : database.transaction(work)),
      }
      const delivery = createDelivery({ database: flaky })
      await delivery.turn()
      await nextTurn()
      isAway = true
      await expect(delivery.turn()).rejects.toThrow(away)
      isAway = false
      await deliver(delivery)
      expect(sent).toHaveLength(2)
      expect(await jobs()).toMatchObject([{ outcome: 'sent' }, { outcome: 'sent' }])
    })

    test('when sending one breaks: it is tried again, and the others go', async () => {
      await announce()
      answer = ({ subscription }) =>
        subscription.endpoint === sam.endpoint ? Promise.reject(new Error('broken')) : SENT
      await deliver()
      expect(await jobs()).toMatchObject([{ outcome: null, last_error: 'FAILED' }, { outcome: 'sent' }])
    })

    test('with two at work: each push is sent by one of them', { tags: 'race' }, async () => {
      for (let index = 0; index < 3; index++) await subscribe(database, school.users.sam)
      await announce()
      await halfway(database, { hold: holdTable('push_job'), first: () => deliver(), second: () => deliver() })
      expect(sent).toHaveLength(5)
      expect(new Set(endpoints()).size).toBe(5)
    })

    test('when it ends: what is under way is written down, what waits is for the next', async () => {
      for (let index = 0; index < 98; index++) await subscribe(database, school.users.sam)
      await announce()
      const answers: (() => void)[] = []
      answer = () =>
        new Promise((resolve) => {
          answers.push(() => resolve(SENT))
        })
      const ending = createDelivery()
      await ending.turn()
      const ended = ending.end()
      for (const reply of answers) reply()
      await ended
      expect(sent).toHaveLength(50)
      answer = () => SENT
      await deliver()
      expect(sent).toHaveLength(100)
      expect(new Set(endpoints()).size).toBe(100)
    })
  })
})
