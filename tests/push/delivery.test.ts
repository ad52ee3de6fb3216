import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Transaction } from '#database/tables.ts'
import { addUser, MORNING } from '../support/api/test-school.ts'
import { describeOnEachDatabase, describeOnPostgres } from '../support/databases.ts'
import { halfway, holdTable, meanwhile } from '../support/halfway.ts'
import { deliveryStage, HOUR, SECOND, SENT } from '../support/push/delivery-stage.ts'
import { subscribe } from '../support/push/subscribe.ts'

describeOnEachDatabase('delivery', (open) => {
  const stage = deliveryStage(open)
  const { announce, clock, createDelivery, deliver, endpoints, jobs, network } = stage

  describe('brings', () => {
    test('each push to its device, once, and notes that it arrived', async () => {
      await announce()
      await deliver()
      await deliver()
      expect(endpoints()).toEqual([stage.sam.endpoint, stage.noor.endpoint].sort())
      expect(await jobs()).toMatchObject([
        { outcome: 'sent', claimed_until: null },
        { outcome: 'sent', claimed_until: null },
      ])
      const noted = await stage.database.kysely.selectFrom('push_subscription').select('last_success_at').execute()
      expect(noted.map(({ last_success_at }) => last_success_at)).toEqual(
        Array(2).fill(new Date(MORNING).toISOString()),
      )
    })

    test('what is said about the moment, for as long as it is of use, and with one topic a moment', async () => {
      await announce('closing')
      await deliver()
      expect(network.sent[0]).toMatchObject({
        ttl: 3 * 3_600,
        urgency: 'high',
        topic: `toetsmoment-${stage.school.moments.closing}`,
        message: { notification: { tag: `toetsmoment-${stage.school.moments.closing}` } },
      })
      network.sent = []
      await announce('open')
      await deliver()
      expect(network.sent[0]).toMatchObject({ ttl: 48 * 3_600 })
    })

    test('many, fifty at a time to one push service', async () => {
      for (let index = 0; index < 120; index++) {
        const user = await addUser(stage.database, {
          username: `student${index}@school.test`,
          education_department_id: stage.school.departmentId,
        })
        await subscribe(stage.database, user, { origin: `https://fcm.googleapis.com` })
      }
      await announce()
      let [underWay, most] = [0, 0]
      network.answer = async () => {
        most = Math.max(most, ++underWay)
        await nextTurn()
        underWay -= 1
        return SENT
      }
      await deliver()
      expect(new Set(endpoints()).size).toBe(122)
      expect(network.sent).toHaveLength(122)
      expect(most).toBe(50)
    })
  })

  describe('looks once more before it sends:', () => {
    test('a student who enrolled in all they may meanwhile is not notified', async () => {
      await announce('listed')
      await stage.enroll('sam', 'listed')
      await deliver()
      expect(endpoints()).toEqual([stage.noor.endpoint])
      expect(await jobs()).toMatchObject([{ outcome: 'unneeded' }, { outcome: 'sent' }])
    })

    test('a student who was made a teacher is not notified', async () => {
      await announce()
      await stage.database.kysely
        .updateTable('user')
        .set({ roles: 'ROLE_ADMIN' })
        .where('id', '=', stage.school.users.sam)
        .execute()
      await deliver()
      expect(endpoints()).toEqual([stage.noor.endpoint])
      expect(await jobs()).toMatchObject([{ outcome: 'unneeded' }, { outcome: 'sent' }])
    })

    test('once the opening was taken back nobody is', async () => {
      await announce()
      await stage.database.kysely
        .updateTable('testmoment')
        .set({ enrollments_enabled: false })
        .where('id', '=', stage.school.moments.open)
        .execute()
      await deliver()
      expect(network.sent).toEqual([])
      expect(await jobs()).toMatchObject([{ outcome: 'unneeded' }, { outcome: 'unneeded' }])
    })

    test('opened again before, everyone is notified once', async () => {
      await announce()
      await announce()
      await deliver()
      expect(endpoints()).toEqual([stage.sam.endpoint, stage.noor.endpoint].sort())
    })

    test('opened again after, they are notified again', async () => {
      await announce()
      await deliver()
      await announce()
      await deliver()
      expect(network.sent).toHaveLength(4)
    })

    test('a student whose quiet hours began meanwhile is notified after them, and no attempt is counted', async () => {
      await announce()
      await stage.database.kysely
        .insertInto('push_preference')
        .values({ user_id: stage.school.users.sam, quiet_from: '10:00', quiet_until: '11:30' })
        .execute()
      await deliver()
      expect(endpoints()).toEqual([stage.noor.endpoint])
      const [job] = await jobs()
      expect(job).toMatchObject({ outcome: null, attempts: 0, claimed_until: null })
      clock.now += 1.5 * HOUR
      await deliver()
      expect(endpoints()).toEqual([stage.sam.endpoint, stage.noor.endpoint].sort())
    })

    test('a device that has gone is not missed', async () => {
      await announce()
      await stage.database.kysely.deleteFrom('push_subscription').where('id', '=', stage.sam.id).execute()
      await deliver()
      expect(endpoints()).toEqual([stage.noor.endpoint])
    })
  })

  describe('loses nothing', () => {
    test('when it dies with pushes under way: after their lease another sends them', async () => {
      await announce()
      const dying = createDelivery({ send: () => new Promise(() => undefined) })
      await dying.turn()
      await deliver()
      expect(network.sent).toEqual([])
      clock.now += 30 * SECOND
      await deliver()
      expect(endpoints()).toEqual([stage.sam.endpoint, stage.noor.endpoint].sort())
    })

    test('when the database is away as it writes down: it writes that later', async () => {
      await announce()
      const away = new Error('away')
      let isAway = false
      const flaky: Database = {
        ...stage.database,
        transaction: (work) => (isAway ? Promise.reject(away) : stage.database.transaction(work)),
      }
      const delivery = createDelivery({ database: flaky })
      await delivery.turn()
      await nextTurn()
      isAway = true
      await expect(delivery.turn()).rejects.toThrow(away)
      isAway = false
      await deliver(delivery)
      expect(network.sent).toHaveLength(2)
      expect(await jobs()).toMatchObject([{ outcome: 'sent' }, { outcome: 'sent' }])
    })

    test('when sending one breaks: it is tried again, and the others go', async () => {
      await announce()
      network.answer = ({ subscription }) =>
        subscription.endpoint === stage.sam.endpoint ? Promise.reject(new Error('broken')) : SENT
      await deliver()
      expect(await jobs()).toMatchObject([{ outcome: null, last_error: 'FAILED' }, { outcome: 'sent' }])
    })

    test('with two at work: each push is sent by one of them', { tags: 'race' }, async () => {
      for (let index = 0; index < 3; index++) await subscribe(stage.database, stage.school.users.sam)
      await announce()
      await halfway(stage.database, { hold: holdTable('push_job'), first: () => deliver(), second: () => deliver() })
      expect(network.sent).toHaveLength(5)
      expect(new Set(endpoints()).size).toBe(5)
    })

    test('when those before it took nearly the whole lease: another sends it', async () => {
      for (let index = 0; index < 50; index++) await subscribe(stage.database, stage.school.users.sam)
      await announce()
      const answers: (() => void)[] = []
      network.answer = () =>
        new Promise((resolve) => {
          answers.push(() => resolve(SENT))
        })
      const slow = createDelivery()
      await slow.turn()
      clock.now += 18 * SECOND + 1
      for (const reply of answers) reply()
      await deliver(slow)
      expect(network.sent).toHaveLength(50)
      clock.now += 12 * SECOND
      network.answer = () => SENT
      await deliver()
      expect(network.sent).toHaveLength(52)
      expect(new Set(endpoints()).size).toBe(52)
    })

    test('when it ends: what is under way is written down, what waits is for the next', async () => {
      for (let index = 0; index < 98; index++) await subscribe(stage.database, stage.school.users.sam)
      await announce()
      const answers: (() => void)[] = []
      network.answer = () =>
        new Promise((resolve) => {
          answers.push(() => resolve(SENT))
        })
      const ending = createDelivery()
      await ending.turn()
      const ended = ending.end()
      for (const reply of answers) reply()
      await ended
      expect(network.sent).toHaveLength(50)
      network.answer = () => SENT
      await deliver()
      expect(network.sent).toHaveLength(100)
      expect(new Set(endpoints()).size).toBe(100)
    })
  })
})

describeOnPostgres('what another process is claiming', (open) => {
  const stage = deliveryStage(open)
  const hold = (table: 'outbox' | 'push_job') => (trx: Transaction) =>
    trx.selectFrom(table).select('id').forUpdate().execute()

  test('is left to it, without waiting for it', async () => {
    const { database, school, clock, network } = stage
    const opened = { testmoment_id: school.moments.open }
    await database.transaction((trx) => enqueue(trx, 'testmoment-opened', opened, clock.now))
    expect(await meanwhile(database, hold('outbox'), () => stage.announce('listed'))).toBe(2)
    await meanwhile(database, hold('push_job'), () => stage.deliver())
    expect(network.sent).toEqual([])
    await stage.deliver()
    expect(network.sent).toHaveLength(2)
  })
})
