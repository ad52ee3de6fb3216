import { readyInWords, startApis, stopAll, urlsOf } from '#tests/harness/killable-server.ts'
import { startCrowd } from '#tests/harness/people/crowd.ts'
import { inWords, isTrue, judgeJournals } from '#tests/harness/people/judge-journals.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'

const STUDENTS = { quick: 40, full: 100 }
const KILLS = { quick: 3, full: 100 }
const READY_GOAL_MS = 2_000
/** Acknowledged between a start and the next kill, at most: a kill comes at any moment of a batch. */
const BETWEEN = 400

/** kill -9 of the API server while students enroll, leave, move and refresh; on PostgreSQL of one of two. */
export const killApi: Fault = {
  quick: true,
  limit: 60,
  run: (extent) => onEach((place) => killServers(place, place.engine === 'SQLite' ? 1 : 2, extent)),
}

async function killServers(place: Place, count: number, extent: Extent): Promise<FaultRow> {
  const { database, engine } = place
  const school = await seedFaultSchool(database, STUDENTS[extent])
  const servers = await startApis(place, count)
  const crowd = startCrowd(school, urlsOf(servers))
  const times: number[] = []
  for (let kill = 0; kill < KILLS[extent]; kill++) {
    await crowd.more(1 + Math.floor(Math.random() * BETWEEN))
    const server = servers[kill % servers.length]
    await server?.kill()
    if (server) times.push(await server.start())
  }
  await crowd.more(BETWEEN)
  await crowd.stop()
  await stopAll(servers)
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
