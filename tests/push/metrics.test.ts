import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { metricsRoutes } from '#push-server/metrics/metrics.routes.ts'
import { PushMetrics } from '#push-server/metrics/push-metrics.ts'
import { createErrorHandler } from '#server/error-handler.ts'
import { MORNING, startTestSchool } from '../support/api/test-school.ts'
import { describeOnEachDatabase } from '../support/databases.ts'
import { subscribe } from '../support/push/subscribe.ts'

const FCM = 'https://fcm.googleapis.com'

describeOnEachDatabase('GET /metrics', (open) => {
  const start = async (database: Database, metrics = new PushMetrics(), broken: string[] = []) => {
    const app = Fastify()
    onTestFinished(() => app.close())
    app.setErrorHandler(createErrorHandler(database.isUnavailable))
    metricsRoutes(app, { database, metrics, openBreakers: () => broken, clock: () => MORNING + 90_000 })
    return async (remoteAddress = '127.0.0.1') => {
      const { statusCode, body, headers } = await app.inject({ url: '/metrics', remoteAddress })
      return { status: statusCode, lines: body.split('\n'), type: headers['content-type'] }
    }
  }

  test('tells what became of pushes, and how long after an opening they were accepted', async () => {
    const metrics = new PushMetrics()
    for (const result of ['sent', 'sent', 'gone', 'retried'] as const) metrics.count(FCM, result)
    metrics.accepted(FCM, 800)
    metrics.accepted(FCM, 45_000)
    const read = await start(await open(), metrics, [FCM])
    const { status, lines, type } = await read()
    expect(status).toBe(200)
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(lines).toEqual(
      expect.arrayContaining([
        `push_results_total{origin="${FCM}",result="sent"} 2`,
        `push_results_total{origin="${FCM}",result="gone"} 1`,
        `push_results_total{origin="${FCM}",result="retried"} 1`,
        `push_accepted_seconds_bucket{origin="${FCM}",le="0.5"} 0`,
        `push_accepted_seconds_bucket{origin="${FCM}",le="1"} 1`,
        `push_accepted_seconds_bucket{origin="${FCM}",le="60"} 2`,
        `push_accepted_seconds_bucket{origin="${FCM}",le="+Inf"} 2`,
        `push_accepted_seconds_sum{origin="${FCM}"} 45.8`,
        `push_accepted_seconds_count{origin="${FCM}"} 2`,
        `push_breaker_open{origin="${FCM}"} 1`,
        'push_queue_jobs 0',
        'push_queue_age_seconds 0',
      ]),
    )
    for (const line of lines) expect(line).toMatch(/^(|# (HELP|TYPE) .+|\w+(\{[^{}]+\})? [\d.e+-]+)$/)
  })

  test('tells how many wait, and for how long the oldest has been due', async () => {
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
    const read = await start(database)
    const { lines } = await read()
    expect(lines).toContain('push_queue_jobs 2')
    expect(lines).toContain('push_queue_age_seconds 90')
  })

  test('is for this machine alone', async () => {
    const read = await start(await open())
    for (const address of ['::1', '::ffff:127.0.0.1']) expect((await read(address)).status, address).toBe(200)
    for (const address of ['10.0.0.7', '192.0.2.1', '2001:db8::1', '::ffff:10.0.0.7'])
      expect((await read(address)).status, address).toBe(404)
  })
})
