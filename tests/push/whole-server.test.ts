import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { addMoment, startTestSchool } from '../support/api/test-school.ts'
import { describeOnEachDatabase } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { startPushService } from '../support/push/push-service.ts'
import { subscribe } from '../support/push/subscribe.ts'

const ROOT = join(import.meta.dirname, '../..')
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
      const { child, metricsPort, logged } = await start(url, service)

      await database.transaction((trx) => enqueue(trx, 'testmoment-opened', { testmoment_id: moment }, Date.now()))
      await expect.poll(() => service.received.length, { timeout: TIME_LIMIT }).toBe(1)
      const [one] = service.received
      expect(JSON.parse(device.read(one?.body ?? Buffer.alloc(0)))).toMatchObject({
        web_push: 8030,
        notification: {
          title: 'De inschrijving is open',
          navigate: `https://wiskunde.school.nl/student/testmoments?moment=${moment}`,
        },
      })
      const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      await expect.poll(read, { timeout: TIME_LIMIT }).toContain('push_queue_jobs 0\n')
      expect(await read()).toContain(`push_results_total{origin="${service.origin}",result="sent"} 1\n`)

      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(logged().match(/^.*set VAPID_SUBJECT.*$/gm)).toHaveLength(1)
      // Who knows an endpoint can try to send there.
      expect(logged()).toContain('pushes planned')
      expect(logged()).not.toContain(new URL(device.endpoint).pathname)
    },
    TIME_LIMIT,
  )
})

async function start(url: string, { origin, ca }: { origin: string; ca: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-push-'))
  const certificate = join(folder, 'ca.pem')
  writeFileSync(certificate, ca)
  const metricsPort = await freePort()
  const child = spawn(process.execPath, ['push-server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      NODE_EXTRA_CA_CERTS: certificate,
      PUSH_TEST_ORIGIN: origin,
      PUSH_PORT: '0',
      PUSH_METRICS_PORT: String(metricsPort),
      PUBLIC_URL: 'https://wiskunde.school.nl',
      VAPID_SUBJECT: 'mailto:beheer@school.example',
      DATABASE_URL: url,
      DATA_DIR: folder,
    },
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => lines.push(text))
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true })
  })
  return { child, metricsPort, logged: () => lines.join('') }
}
