import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { measureQueue, PushMetrics } from '#push-server/metrics.ts'
import { MORNING, startTestSchool } from '../support/api/test-school.ts'
import { describeOnEachDatabase } from '../support/databases.ts'
import { subscribe } from '../support/push/subscribe.ts'

const FCM = 'https://fcm.googleapis.com'

const measured = (database: Database, broken: string[] = []) => {
  const registry = new Registry()
  measureQueue(registry, { database, openBreakers: () => broken, clock: () => MORNING + 90_000 })
  return registry
}
const linesOf = async (registry: Registry) => (await registry.metrics()).split('\n')

test('what became of pushes, and how long after an opening they were accepted', async () => {
  const registry = new Registry()
  const metrics = new PushMetrics(registry)
  for (const result of ['sent', 'sent', 'gone', 'retried'] as const) metrics.count(FCM, result)
  metrics.accepted(FCM, 800)
  metrics.accepted(FCM, 45_000)
  expect(await linesOf(registry)).toEqual(
    expect.arrayContaining([
      `push_results_total{origin="${FCM}",result="sent"} 2`,
      `push_results_total{origin="${FCM}",result="gone"} 1`,
      `push_results_total{origin="${FCM}",result="retried"} 1`,
      `push_accepted_seconds_bucket{le="0.5",origin="${FCM}"} 0`,
      `push_accepted_seconds_bucket{le="1",origin="${FCM}"} 1`,
      `push_accepted_seconds_bucket{le="60",origin="${FCM}"} 2`,
      `push_accepted_seconds_bucket{le="+Inf",origin="${FCM}"} 2`,
      `push_accepted_seconds_sum{origin="${FCM}"} 45.8`,
      `push_accepted_seconds_count{origin="${FCM}"} 2`,
    ]),
  )
})

describeOnEachDatabase('the queue of pushes', (open) => {
  test('is empty, and says which push services fail only while they do', async () => {
    const broken = [FCM]
    const registry = measured(await open(), broken)
    expect(await linesOf(registry)).toEqual(
      expect.arrayContaining([`push_breaker_open{origin="${FCM}"} 1`, 'push_queue_jobs 0', 'push_queue_age_seconds 0']),
    )
    broken.pop()
    expect(await registry.metrics()).not.toContain(FCM)
  })

  test('shows how many wait, and for how long the oldest has been due', async () => {
    const database = await open()
    const { users, moments } = await startTestSchool(database)
    const device = await subscribe(database, users.sam)
    const at = (ms: number) => new Date(MORNING + ms).toISOString()
    for (const [done_at, available_at] of [
      [null, at(0)],
      [null, at(60_000)],
      [at(60_000), at(-60_000)],
    ] as const) {
      const task = await database.kysely
        .insertInto('outbox')
        .values({ kind: 'testmoment-opened', payload: '{}', created_at: at(0), available_at: at(0) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await database.kysely
        .insertInto('push_job')
        .values({
          outbox_id: task.id,
          push_subscription_id: device.id,
          testmoment_id: moments.open,
          kind: 'opening',
          origin: FCM,
          available_at,
          done_at,
        })
        .execute()
    }
    const lines = await linesOf(measured(database))
    expect(lines).toContain('push_queue_jobs 2')
    expect(lines).toContain('push_queue_age_seconds 90')
  })

  test('is left out while the database is away, and the page still loads', async () => {
    const database = await open()
    await database.ping()
    await database.close()
    const lines = await linesOf(measured(database, [FCM]))
    expect(lines).toContain(`push_breaker_open{origin="${FCM}"} 1`)
    expect(lines.filter((line) => line.startsWith('push_queue'))).toEqual([])
  })
})
