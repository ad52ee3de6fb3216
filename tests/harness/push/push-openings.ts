import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { addMoment } from '#tests/support/api/test-school.ts'
import type { PushService } from '#tests/support/push/open-push-service.ts'
import { subscribe } from '#tests/support/push/subscribe.ts'

/** Devices that stay, and each opening that is to be pushed to them. */
export interface PushOpenings {
  devices: number
  /** a new moment opens, as the API writes it down; `onPush` is called with how many pushes of it came, before each is answered */
  open(onPush: (count: number) => void): Promise<void>
  /** pushes written down as sent which no push service ever got */
  neverCame(): Promise<number>
  /** pairs of opening and device without exactly one planned push */
  wrongPlans(): Promise<number>
  /** pushes not yet written down as sent, over all openings */
  unsent(): Promise<number>
  /** pushes that came more than once; each time with the same topic, so that one replaces the other */
  repeated(): number
}

/** more than are sent at once to one push service, so that a kill leaves some unsent */
const DEVICES_EACH = 3
/** ms that the push service takes for an answer */
const ANSWERS_AFTER = 15
const WAYS_OF_DEVICES = '/push/'

export async function seedDevices(
  database: Database,
  service: PushService,
  users: readonly number[],
): Promise<PushOpenings> {
  const { kysely } = database
  const devices = new Map<number, string>()
  for (const user of users.flatMap((user) => Array.from({ length: DEVICES_EACH }, () => user))) {
    const { id, endpoint } = await subscribe(database, user, { origin: service.origin })
    devices.set(id, new URL(endpoint).pathname)
  }
  const year = await kysely.selectFrom('schoolyear').select('id').where('active', '=', true).executeTakeFirstOrThrow()
  const openings: number[] = []
  /** number of times that a push came, by topic and path */
  const came = new Map<string, number>()
  const keyOf = (moment: number | null, path: string | undefined) => `toetsmoment-${moment} ${path}`

  const jobs = () =>
    kysely
      .selectFrom('push_job')
      .select(['testmoment_id', 'push_subscription_id', 'outcome'])
      .where('push_subscription_id', 'in', [...devices.keys()])
      .execute()

  return {
    devices: devices.size,
    open: async (onPush) => {
      const moment = await addMoment(database, {
        schoolyear_id: year.id,
        date: addDays(dayOf(Date.now()), 60),
        enrollments_enabled: true,
      })
      let count = 0
      service.answer = async ({ path, headers }) => {
        if (path.startsWith(WAYS_OF_DEVICES)) {
          const key = `${headers.topic} ${path}`
          came.set(key, (came.get(key) ?? 0) + 1)
          if (headers.topic === `toetsmoment-${moment}`) onPush(++count)
        }
        await delay(ANSWERS_AFTER)
        return { status: 201 }
      }
      openings.push(moment)
      await database.transaction((trx) => enqueue(trx, 'testmoment-opened', { testmoment_id: moment }, Date.now()))
    },
    neverCame: async () =>
      (await jobs()).filter(
        (job) => job.outcome === 'sent' && !came.has(keyOf(job.testmoment_id, devices.get(job.push_subscription_id))),
      ).length,
    wrongPlans: async () => {
      const planned = Map.groupBy(await jobs(), (job) =>
        keyOf(job.testmoment_id, devices.get(job.push_subscription_id)),
      )
      const pairs = openings.flatMap((moment) => [...devices.values()].map((path) => keyOf(moment, path)))
      return pairs.filter((pair) => planned.get(pair)?.length !== 1).length
    },
    unsent: async () => {
      const sent = (await jobs()).filter(({ outcome }) => outcome === 'sent').length
      return openings.length * devices.size - sent
    },
    repeated: () => [...came.values()].filter((times) => times > 1).length,
  }
}
