import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { makeKillableServer } from '#tests/harness/killable-server.ts'
import { trusting } from '#tests/harness/push/push-server-beside.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { PushService } from '#tests/support/push/open-push-service.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { addMoment, startTestSchool } from '../support/api/test-school.ts'
import { describeOnEachDatabase } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { startPushService } from '../support/push/push-service.ts'
import { subscribe } from '../support/push/subscribe.ts'

const TIME_LIMIT = 60_000

describeOnEachDatabase('the push server as a process', (_, urls) => {
  test(
    'warns of an address that is none, notifies a device of an opening, counts it, and ends on a signal',
    async () => {
      const url = await urls.fresh()
      const database = openDatabase(url, { timeout: 4_000 })
      onTestFinished(() => database.close())
      const school = await startTestSchool(database)
      const year = await database.kysely
        .selectFrom('schoolyear')
        .select('id')
        .where('active', '=', true)
        .executeTakeFirstOrThrow()
      // Its clock is the real one, which knows nothing of the school's.
      const moment = await addMoment(database, {
        schoolyear_id: year.id,
        date: addDays(dayOf(Date.now()), 30),
        enrollments_enabled: true,
      })
      const service = await startPushService()
      const device = await subscribe(database, school.users.sam, { origin: service.origin })
      const { server, metricsPort, logged } = await start(url, service)

      await database.transaction((trx) => enqueue(trx, 'testmoment-opened', { testmoment_id: moment }, Date.now()))
      await eventually(() => expect(service.received.length).toBe(1))
      const [one] = service.received
      expect(JSON.parse(device.read(one?.body ?? Buffer.alloc(0)))).toMatchObject({
        web_push: 8030,
        notification: {
          title: 'De inschrijving is open',
          navigate: `https://wiskunde.school.nl/student/testmoments?moment=${moment}`,
        },
      })
      const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      await eventually(async () => expect(await read()).toContain('push_queue_jobs 0\n'))
      expect(await read()).toContain(`push_results_total{origin="${service.origin}",result="sent"} 1\n`)

      expect((await server.stop()).ended).toBe(0)
      expect(logged().match(/^.*set VAPID_SUBJECT.*$/gm)).toHaveLength(1)
      // Endpoints are not logged: anybody who knows one can try to send there.
      expect(logged()).toContain('pushes planned')
      expect(logged()).not.toContain(new URL(device.endpoint).pathname)
    },
    TIME_LIMIT,
  )
})

async function start(databaseUrl: string, service: PushService) {
  const dataDir = temporaryFolder()
  const metricsPort = await freePort()
  const log = join(dataDir, 'push.log')
  const own = { PUSH_METRICS_PORT: String(metricsPort), VAPID_SUBJECT: 'mailto:beheer@school.example', DEMO: '0' }
  const env = { ...trusting(service, dataDir), ...own }
  const server = await makeKillableServer({ main: 'push-server/main.ts', databaseUrl, dataDir, env, log })
  onTestFinished(() => server.kill())
  await server.start()
  return { server, metricsPort, logged: () => readFileSync(log, 'utf8') }
}
