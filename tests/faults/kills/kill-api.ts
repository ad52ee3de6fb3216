import type { Extent, Fault, FaultRow } from '../fault-row.ts'
import { startCrowd } from '../support/crowd.ts'
import { type DatabasePlace, openPostgresPlace, openSqlitePlace, within } from '../support/database-place.ts'
import { seedFaultSchool } from '../support/fault-school.ts'
import { inWords, isTrue, judgeJournals } from '../support/judge-journals.ts'
import { killableServer } from '../support/killable-server.ts'
import { readyInWords } from '../support/ready-times.ts'

const STUDENTS = { quick: 40, full: 100 }
const KILLS = { quick: 3, full: 100 }
const READY_GOAL_MS = 2_000
/** Acknowledged between a start and the next kill, at most: a kill comes at any moment of a batch. */
const BETWEEN = 400

/** kill -9 of the API server while students enroll, leave, move and refresh; on PostgreSQL of one of two. */
export const killApi: Fault = {
  quick: true,
  limit: 60,
  run: async (extent) => [
    await within(openSqlitePlace(), (place) => killServers(place, 1, extent)),
    await within(openPostgresPlace(), (place) => killServers(place, 2, extent)),
  ],
}

async function killServers(place: DatabasePlace, count: number, extent: Extent): Promise<FaultRow> {
  const { database, dataDir, engine, url: databaseUrl } = place
  const school = await seedFaultSchool(database, STUDENTS[extent])
  const servers = await Promise.all(
    Array.from({ length: count }, () => killableServer({ main: 'api-server/main.ts', databaseUrl, dataDir })),
  )
  for (const server of servers) await server.start()
  const crowd = startCrowd(
    school,
    servers.map(({ url }) => url),
  )
  const times: number[] = []
  for (let kill = 0; kill < KILLS[extent]; kill++) {
    await crowd.more(1 + Math.floor(Math.random() * BETWEEN))
    const server = servers[kill % servers.length]
    await server?.kill()
    if (server) times.push(await server.start())
  }
  await crowd.more(BETWEEN)
  await crowd.stop()
  for (const server of servers) await server.stop()
  const judgement = await judgeJournals(database, school, crowd.students)
  return {
    fault: `kill -9 of the API server, ${engine}`,
    done: `${KILLS[extent]} kills${count > 1 ? ` of one of ${count}` : ''} while ${STUDENTS[extent]} students enroll, leave, move and refresh`,
    invariant: 'all that was acknowledged is stored once, and nobody is logged out',
    measured: `${inWords(judgement)}; ${readyInWords(times)}`,
    goal: `0 of each; ready ≤ ${READY_GOAL_MS / 1_000} s after its start`,
    held: isTrue(judgement),
    late: Math.max(...times) > READY_GOAL_MS,
  }
}
