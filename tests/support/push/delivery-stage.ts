import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { MessageKind } from '#domain/messages/message.schema.ts'
import { announceDue } from '#push-server/announcing/announce-due.ts'
import type { Outcome, Push } from '#push-server/jobs/push.ts'
import { PushMetrics } from '#push-server/metrics.ts'
import { Delivery, type DeliveryOptions } from '#push-server/sender/delivery.ts'
import { openStage } from '../api/stage.ts'
import { MORNING, type TestSchool } from '../api/test-school.ts'
import { sendMessage } from './send-message.ts'
import { type Device, subscribe } from './subscribe.ts'

export const SECOND = 1_000
export const HOUR = 3_600 * SECOND
export const SENT: Outcome = { kind: 'sent' }
export const busy = (wait = 0): Outcome => ({ kind: 'later', why: '503', wait })

interface Network {
  sent: Push[]
  answer(push: Push): Outcome | Promise<Outcome>
}

/** Before each test: a school in which Sam and Noor have one device each, and an empty queue. */
export function deliveryStage(open: () => Promise<Database>) {
  const { database, school, enroll } = openStage(open, { server: 'none' })
  let sam: Device
  let noor: Device
  const clock = { now: MORNING }
  const log = { info: () => undefined, warn: () => undefined }
  /** Replaces the network: records the pushes that were sent and gives the answers. */
  const network: Network = { sent: [], answer: () => SENT }

  beforeEach(async () => {
    for (const table of ['push_job', 'push_reminder', 'push_preference'] as const)
      await database.kysely.deleteFrom(table).execute()
    clock.now = MORNING
    network.sent = []
    network.answer = () => SENT
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
        network.sent.push(push)
        return network.answer(push)
      },
      ...more,
    })

  return {
    database,
    school,
    get sam() {
      return sam
    },
    get noor() {
      return noor
    },
    clock,
    network,
    createDelivery,
    announce: async (moment: keyof TestSchool['moments'] = 'open') => {
      await database.transaction((trx) =>
        enqueue(trx, 'testmoment-opened', { testmoment_id: school.moments[moment] }, clock.now),
      )
      return announceDue({ database, clock: () => clock.now, log })
    },
    /** Announces that this student got a seat at the moment; returns the number of pushes. */
    announceSeat: async (student: 'sam' | 'noor', moment: keyof TestSchool['moments']) => {
      const seat = { user_id: school.users[student], testmoment_id: school.moments[moment] }
      await database.transaction((trx) => enqueue(trx, 'seat-push', seat, clock.now))
      return announceDue({ database, clock: () => clock.now, log })
    },
    enroll,
    /** Sends a message to Sam and Noor; returns its id. */
    announceMessage: async (kind: MessageKind = 'message') => {
      const { teacher, sam, noor } = school.users
      const id = await sendMessage(database, { kind, senderId: teacher, to: [sam, noor], now: clock.now })
      await announceDue({ database, clock: () => clock.now, log })
      return id
    },
    /** Delivers until every due push is answered and recorded. */
    deliver: async (delivery = createDelivery()) => {
      do {
        await delivery.turn()
        await nextTurn()
      } while (!delivery.isIdle)
      return delivery
    },
    endpoints: () => network.sent.map(({ subscription }) => subscription.endpoint).sort(),
    jobs: () =>
      database.kysely
        .selectFrom('push_job')
        .select([
          'push_subscription_id as device',
          'kind',
          'outcome',
          'last_error',
          'attempts',
          'claimed_until',
          'available_at',
        ])
        .orderBy('push_subscription_id')
        .orderBy('id')
        .execute(),
  }
}
