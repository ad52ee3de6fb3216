import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '#push-server/jobs/push.ts'
import { MORNING } from '../support/api/test-school.ts'
import { describeOnEachDatabase } from '../support/databases.ts'
import { busy, deliveryStage, HOUR, SECOND, SENT } from '../support/push/delivery-stage.ts'
import { subscribe } from '../support/push/subscribe.ts'

describeOnEachDatabase('what push services answer to the delivery', (open) => {
  const stage = deliveryStage(open)
  const { announce, clock, createDelivery, deliver, endpoints, jobs, network } = stage
  const devices = async () =>
    (await stage.database.kysely.selectFrom('push_subscription').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    )

  describe('when the push service says', () => {
    const answerSam = (outcome: Outcome) => {
      network.answer = ({ subscription }) => (subscription.endpoint === stage.sam.endpoint ? outcome : SENT)
    }

    test('that a subscription is over, it is deleted, and no other', async () => {
      await announce()
      answerSam({ kind: 'gone', why: '410' })
      await deliver()
      const remembered = await stage.database.kysely.selectFrom('gone_push_endpoint').select('user_id').execute()
      expect(remembered).toEqual([{ user_id: stage.school.users.sam }])
      expect(await devices()).toEqual([stage.noor.id])
      expect(await jobs()).toMatchObject([{ device: stage.noor.id, outcome: 'sent' }])
    })

    test('so of one that the browser has just renewed, that gets it at its new address', async () => {
      await announce()
      const renewed = 'https://fcm.googleapis.com/fcm/send/renewed'
      network.answer = async ({ subscription }) => {
        if (subscription.endpoint !== stage.sam.endpoint) return SENT
        await stage.database.kysely
          .updateTable('push_subscription')
          .set({ endpoint: renewed })
          .where('id', '=', stage.sam.id)
          .execute()
        return { kind: 'gone', why: '410' }
      }
      await deliver()
      await deliver()
      expect(await devices()).toEqual([stage.sam.id, stage.noor.id])
      expect(endpoints()).toContain(renewed)
    })

    test('that it refuses, nothing is deleted and nothing tried again', async () => {
      await announce()
      answerSam({ kind: 'refused', why: '403' })
      await deliver()
      clock.now += 24 * HOUR
      await deliver()
      expect(await devices()).toEqual([stage.sam.id, stage.noor.id])
      expect(network.sent).toHaveLength(2)
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

    test('any failure is kept with the device until the next success', async () => {
      const last = () =>
        stage.database.kysely
          .selectFrom('push_subscription')
          .select(['last_failure', 'last_failure_at', 'last_success_at'])
          .where('id', '=', stage.sam.id)
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
      expect(network.sent).toHaveLength(2)
      answerSam(SENT)
      clock.now += 1
      await deliver()
      expect(network.sent).toHaveLength(3)
    })

    test('to try again after the closing, it is given up', async () => {
      await announce('closing')
      answerSam(busy(3 * HOUR))
      await deliver()
      expect((await jobs())[0]).toMatchObject({ outcome: 'expired', last_error: '503' })
    })

    test('nothing at all, the others wait with it, and those elsewhere do not', async () => {
      const apple = await subscribe(stage.database, stage.school.users.noor, { origin: 'https://web.push.apple.com' })
      for (let index = 0; index < 98; index++) await subscribe(stage.database, stage.school.users.sam)
      await announce()
      network.answer = ({ subscription }) => (subscription.endpoint === apple.endpoint ? SENT : busy())
      const delivery = await deliver()
      // The 27th failure ends it, with 50 under way.
      expect(
        network.sent.filter(({ subscription }) => subscription.endpoint !== apple.endpoint).length,
      ).toBeLessThanOrEqual(76)
      expect(endpoints()).toContain(apple.endpoint)
      expect(delivery.openBreakers()).toEqual(['https://fcm.googleapis.com'])

      network.answer = () => SENT
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

    test('each device whose answer is good is notified at its first attempt, opening after opening', async () => {
      const all = [stage.sam, stage.noor]
      for (let index = 0; index < 120; index++) all.push(await subscribe(stage.database, stage.school.users.sam))
      network.answer = ({ subscription }) => (isBad(subscription) ? busy() : SENT)
      const delivery = createDelivery()
      for (let opening = 0; opening < 3; opening++) {
        network.sent = []
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
      for (let index = 0; index < 600; index++) await subscribe(stage.database, stage.school.users.sam)
      const apple = await subscribe(stage.database, stage.school.users.noor, { origin: 'https://web.push.apple.com' })
      await announce()
      network.answer = ({ subscription }) =>
        subscription.endpoint === apple.endpoint ? SENT : new Promise(() => undefined)
      const delivery = createDelivery()
      expect(await delivery.turn()).toBeLessThanOrEqual(151)
      await nextTurn()
      expect(endpoints()).toContain(apple.endpoint)
    })
  })
})
