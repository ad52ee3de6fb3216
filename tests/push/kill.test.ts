import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { type Program, startProgram } from '#tests/harness/programs.ts'
import { countOf } from '#tests/harness/school/rows.ts'
import { eventually } from '#tests/support/eventually.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { MORNING, startTestSchool } from '../support/api/test-school.ts'
import { describeOnPostgres, describeOnSqlite } from '../support/databases.ts'
import type { PushService } from '../support/push/open-push-service.ts'
import { startPushService } from '../support/push/push-service.ts'
import { subscribe } from '../support/push/subscribe.ts'

const DEVICES = 210
const TIME_LIMIT = 120_000

/**
 * Kills once this many devices have been notified: at even points before the push service answers, at odd ones after.
 */
const points = (count: number) => Array.from({ length: count }, (_, index) => 1 + Math.floor((index * DEVICES) / count))

describeOnSqlite('kill -9 of the push server at 20 points', (_, urls) => {
  test('loses no push', async () => killAt(points(20), 40, await urls.fresh()), TIME_LIMIT)
})

describeOnPostgres('kill -9 of the push server', (_, urls) => {
  test('loses no push', async () => killAt(points(3), 15, await urls.fresh()), TIME_LIMIT)
})

/** The clock goes `haste` times as fast as it should, and with it a lease passes: as fast as a busy machine still keeps up with. */
async function killAt(kills: number[], haste: number, url: string): Promise<void> {
  const database = openDatabase(url, { timeout: 4_000 })
  onTestFinished(() => database.close())
  const service = await startPushService()
  const school = await startTestSchool(database)
  // It closes within the day, and would have a reminder too.
  await database.kysely.deleteFrom('testmoment').where('id', '=', school.moments.closing).execute()
  const notified = new Set<string>()
  const devices: string[] = []
  for (let device = 0; device < DEVICES; device++)
    devices.push((await subscribe(database, school.users.sam, { origin: service.origin })).endpoint)
  const { open } = school.moments
  await database.transaction((trx) => enqueue(trx, 'testmoment-opened', { testmoment_id: open }, MORNING))

  const start = createStarter(url, haste, service)
  let program = start()
  let killed = 0
  service.answer = ({ path }) => {
    notified.add(path)
    const [next] = kills
    if (next !== undefined && notified.size >= next) {
      kills.shift()
      killed += 1
      const kill = () => {
        void program.end('SIGKILL')
        program = start()
      }
      if (killed % 2 === 0) kill()
      else setImmediate(kill)
    }
    return { status: 201 }
  }

  await eventually(async () => expect(await sentJobs(database)).toBe(DEVICES))
  expect(kills).toEqual([])
  expect(notified).toEqual(new Set(devices.map((endpoint) => new URL(endpoint).pathname)))
  // One that was under way at a kill comes again, and replaces the first: the same topic, and the same tag.
  expect(new Set(service.received.map(({ headers }) => headers.topic))).toEqual(new Set([`toetsmoment-${open}`]))
}

function createStarter(url: string, haste: number, { origin, ca }: PushService): () => Program {
  const args = [url, temporaryFolder(), origin, ca, String(MORNING), String(Date.now()), String(haste)]
  const programs: Program[] = []
  onTestFinished(async () => {
    for (const program of programs) await program.end('SIGKILL')
  })
  return () => {
    const program = startProgram('tests/push/programs/keep-pushing.ts', { args })
    programs.push(program)
    return program
  }
}

const sentJobs = ({ kysely }: Database): Promise<number> =>
  countOf(kysely.selectFrom('push_job').where('outcome', '=', 'sent'))
