import { onEach, type Place } from '#tests/harness/places.ts'
import { seedDevices } from '#tests/harness/push/push-openings.ts'
import { pushServerBeside } from '#tests/harness/push/push-server-beside.ts'
import { seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { until } from '#tests/harness/wait.ts'
import { openPushService } from '../../support/push/open-push-service.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'

const DEVICES = { quick: 80, full: 400 }
const ENDS = { quick: 1, full: 10 }
const GOAL_MS = 10_000
const PATIENCE_MS = 120_000

/** SIGTERM of the push server among the pushes of an opening: what it sent is written down, and the next process goes on. */
export const endPush: Fault = {
  quick: true,
  run: (extent) => onEach((place) => endOften(place, extent), extent === 'quick' ? { engines: ['SQLite'] } : {}),
}

async function endOften({ database, dataDir, engine, url }: Place, extent: Extent): Promise<FaultRow> {
  const school = await seedFaultSchool(database, DEVICES[extent])
  const service = await openPushService()
  const openings = await seedDevices(
    database,
    service,
    school.students.map(({ id }) => id),
  )
  const server = await pushServerBeside(service, { url, dataDir })

  const ends: { ended: number | string; ms: number }[] = []
  for (let end = 0; end < ENDS[extent]; end++) {
    const point = 1 + Math.floor(((end + 0.5) * DEVICES[extent]) / ENDS[extent])
    const atPoint = Promise.withResolvers<void>()
    await openings.open((count) => {
      if (count === point) atPoint.resolve()
    })
    await atPoint.promise
    ends.push(await server.stop())
    await server.start()
  }
  await until(async () => (await openings.unsent()) === 0, { patienceMs: PATIENCE_MS })
  await server.stop()
  await service.close()

  const counts = {
    neverCame: await openings.neverCame(),
    unsent: await openings.unsent(),
    twice: openings.repeated(),
    badly: ends.filter(({ ended }) => ended !== 0).length,
  }
  const longest = Math.max(...ends.map(({ ms }) => ms))
  return {
    fault: `SIGTERM of the push server, ${engine}`,
    done: `${ENDS[extent]} times while it tells ${DEVICES[extent]} devices of an opening`,
    invariant: 'each device is told of each opening exactly once, by this process or the next; it ends with 0',
    measured: `${counts.neverCame} never came, ${counts.unsent} unsent, ${counts.twice} came twice, ${counts.badly} ended otherwise; gone within ${Math.round(longest)} ms`,
    goal: `0 of each; gone ≤ ${GOAL_MS / 1_000} s`,
    held: Object.values(counts).every((count) => count === 0),
    late: longest > GOAL_MS,
  }
}
