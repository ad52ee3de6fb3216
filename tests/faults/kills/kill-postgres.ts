import { readyInWords, startApis, stopAll, untilReady, urlsOf } from '#tests/harness/killable-server.ts'
import { startCrowd } from '#tests/harness/people/crowd.ts'
import { inWords, isTrue, type Judgement, judgeJournals } from '#tests/harness/people/judge-journals.ts'
import { openPostgresPlace, type PostgresPlace, within } from '#tests/harness/places.ts'
import { seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'

const STUDENTS = { quick: 40, full: 100 }
const KILLS = { quick: 3, full: 100 }
/** each of them loses what the last seconds acknowledged */
const CONTROL_KILLS = { quick: 1, full: 3 }
const CONTROL_TRIES = 3
const READY_GOAL_MS = 2_000
const BETWEEN = 400
/** Commits are acknowledged at once and written seconds later. */
const FORGETFUL = { synchronous_commit: 'off', wal_writer_delay: '10s' }

/** kill -9 of all of PostgreSQL while students enroll, leave, move and refresh by two API servers. */
export const killPostgres: Fault = {
  quick: true,
  limit: 60,
  run: async (extent) => [await killDatabase(extent), await killForgetfulDatabase(extent)],
}

async function killDatabase(extent: Extent): Promise<FaultRow> {
  const { judgement, times } = await within(openPostgresPlace(), (place) =>
    killUnderLoad(place, KILLS[extent], STUDENTS[extent]),
  )
  return {
    fault: 'kill -9 of PostgreSQL',
    done: `${KILLS[extent]} kills of all its processes while ${STUDENTS[extent]} students enroll, leave, move and refresh by 2 API servers`,
    invariant: 'all that was acknowledged is stored once, nobody is logged out, and the servers recover by themselves',
    measured: `${inWords(judgement)}; both servers ${readyInWords(times)}`,
    goal: `0 of each; ready ≤ ${READY_GOAL_MS / 1_000} s after the database accepts`,
    held: isTrue(judgement),
    late: Math.max(...times) > READY_GOAL_MS,
  }
}

/**
 * The control: where commits are acknowledged before they are written the journals must show it. Tried again where a kill came
 * just after the write, when nothing was there to lose.
 */
async function killForgetfulDatabase(extent: Extent): Promise<FaultRow> {
  const kill = () =>
    within(openPostgresPlace({ settings: FORGETFUL }), (place) =>
      killUnderLoad(place, CONTROL_KILLS[extent], STUDENTS[extent]),
    )
  let { judgement } = await kill()
  for (let again = 0; again < CONTROL_TRIES && !isFoundOut(judgement); again++) ({ judgement } = await kill())
  return {
    fault: 'control: kill -9 of a PostgreSQL that forgets',
    done: `${CONTROL_KILLS[extent]} kills with synchronous_commit = off, written every 10 s`,
    invariant: 'the journals find out that acknowledged changes are gone',
    measured: inWords(judgement),
    goal: 'lost, or a false answer, at least once',
    held: isFoundOut(judgement),
  }
}

const isFoundOut = ({ lost, lies }: Judgement): boolean => lost + lies.length > 0

async function killUnderLoad(
  place: PostgresPlace,
  kills: number,
  students: number,
): Promise<{ judgement: Judgement; times: number[] }> {
  const { cluster, database } = place
  const school = await seedFaultSchool(database, students)
  const servers = await startApis(place, 2)
  const urls = urlsOf(servers)
  const crowd = startCrowd(school, urls)
  const times: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    await crowd.more(1 + Math.floor(Math.random() * BETWEEN))
    await cluster.crash()
    await cluster.restart()
    const accepts = performance.now()
    await Promise.all(urls.map((url) => untilReady(url)))
    times.push(performance.now() - accepts)
  }
  await crowd.more(BETWEEN)
  await crowd.stop()
  await stopAll(servers)
  const judgement = await judgeJournals(database, school, crowd.students)
  return { judgement, times }
}
