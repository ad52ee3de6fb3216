import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { forgetRecords } from '#api-server/retention.ts'
import { forgetOldLogins } from '#api-server/sessions/sweep-logins.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { type DeployedPlace, withinDeployed } from '#tests/harness/deployed.ts'
import { refreshed } from '#tests/harness/http/calls.ts'
import { Connection } from '#tests/harness/http/connection.ts'
import { openListeners } from '#tests/harness/http/listeners.ts'
import { askEnrollment, askStream } from '#tests/harness/http/requests.ts'
import { type KillableServer, startApis } from '#tests/harness/killable-server.ts'
import { standBy } from '#tests/harness/people/bystander.ts'
import { startCrowd } from '#tests/harness/people/crowd.ts'
import { inWords, isTrue, judgeJournals } from '#tests/harness/people/judge-journals.ts'
import { logIn, openMoment, seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { sum } from '#tests/harness/statistics.ts'
import { addMoment, addYear } from '#tests/support/api/test-school.ts'
import { attacked } from '../attacks/attacks.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'

const SERVERS = 4
const STUDENTS = { restarting: 24, listening: 12 }
const DAY_MS = 86_400_000

/** Faults of several API servers that do the same work: behind nginx and PgBouncer, with the files of deploy/. */
export const severalServers: Fault = {
  quick: false,
  run: (extent) =>
    withinDeployed(async (deployed) => {
      const place = await openSchool(deployed)
      try {
        return [
          await planOpenings(place),
          await listenElsewhere(place),
          await openTooMany(place),
          await sweepTogether(place),
          await pipeline(place, extent),
          await restartInTurn(place),
        ]
      } finally {
        for (const server of place.servers) await server.kill()
      }
    }),
}

type Place = Awaited<ReturnType<typeof openSchool>>

async function openSchool({ url, pooledUrl, dataDir, database, nginx, env }: DeployedPlace) {
  const school = await seedFaultSchool(database, STUDENTS.restarting + STUDENTS.listening + 2)
  const servers = await startApis({ url: pooledUrl, dataDir }, SERVERS, { env })
  await nginx.lead(servers.map(({ port }) => port))
  return { url, database, school, servers, port: nginx.port, front: `http://127.0.0.1:${nginx.port}` }
}

const PLANNED = 30

/** All of them look at the same moments in the same half second. */
async function planOpenings({ database }: Place): Promise<FaultRow> {
  const { kysely } = database
  const schoolyear_id = await addYear(database, 'Straks', false)
  const [date, due] = [addDays(dayOf(Date.now()), 40), new Date(Date.now() + 2_000).toISOString()]
  const ids: number[] = []
  for (let n = 0; n < PLANNED; n++)
    ids.push(await addMoment(database, { schoolyear_id, date, enrollments_enabled: false, enrollments_open_at: due }))
  await delay(6_000)
  const open = await kysely
    .selectFrom('testmoment')
    .select('version')
    .where('id', 'in', ids)
    .where('enrollments_enabled', '=', true)
    .execute()
  const lines = await kysely
    .selectFrom('audit')
    .select('resource_id')
    .where('action', '=', 'opened')
    .where('resource_id', 'in', ids)
    .execute()
  const tasks = await kysely.selectFrom('outbox').select('id').where('kind', '=', 'testmoment-opened').execute()
  const twice = open.filter(({ version }) => version !== 2).length
  return {
    fault: `${SERVERS} API servers: planned openings`,
    done: `${PLANNED} moments due at the same time`,
    invariant: 'each is opened once: one version, one line of the log, one task for the push server',
    measured: `${open.length} open, ${twice} of them changed otherwise than once, ${lines.length} lines, ${tasks.length} tasks`,
    goal: `${PLANNED} of each`,
    held: open.length === PLANNED && twice === 0 && lines.length === PLANNED && tasks.length === PLANNED,
  }
}

/** A student's other device is at whichever server it is. */
async function listenElsewhere({ database, school, port, front }: Place): Promise<FaultRow> {
  const listening = school.students.slice(STUDENTS.restarting, STUDENTS.restarting + STUDENTS.listening)
  const moment = openMoment(school)
  const others = await Promise.all(listening.map(async ({ id }) => tokenOf(front, await logIn(database, id))))
  const listeners = await openListeners(port, others.map(askStream))
  const received = new Map<number, number>()
  listeners.onReceived((at) => received.set(at, (received.get(at) ?? 0) + 1), 'enrollmentsChanged')
  const connection = new Connection(port)
  for (const { id: user_id, refresh_token } of listening) {
    const wish = { user_id, testmoment_id: moment, module_id: school.modules[0] ?? 0 }
    await connection.ask(askEnrollment(wish, await tokenOf(front, refresh_token)))
  }
  await delay(2_000)
  connection.close()
  listeners.close()
  const once = [...received.values()].filter((times) => times === 1).length
  return {
    fault: `${SERVERS} API servers: what a student's other device hears`,
    done: `${listening.length} students enroll by one server, and listen by another`,
    invariant: 'each hears of it, once',
    measured: `${received.size} heard, ${once} once`,
    goal: `${listening.length} once`,
    held: once === listening.length,
  }
}

const STREAMS = 40
const ALLOWED = 20
/** in which those who are too many are let go */
const FAREWELL_MS = 7_000

async function openTooMany({ database, school, port, front }: Place): Promise<FaultRow> {
  const student = school.students.at(-1)
  const token = await tokenOf(front, await logIn(database, student?.id ?? 0))
  const sockets = Array.from({ length: STREAMS }, () => connect(port, '127.0.0.1'))
  let ended = 0
  for (const socket of sockets) {
    // nginx keeps the connection of a stream that has ended.
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        if (chunk.includes('retry: ')) ended += 1
      })
    socket.write(askStream(token))
  }
  await delay(FAREWELL_MS)
  const left = STREAMS - ended
  for (const socket of sockets) socket.destroy()
  return {
    fault: `${SERVERS} API servers: one student's streams`,
    done: `${STREAMS} opened through nginx`,
    invariant: 'no more stay open than one student may have, over all servers',
    measured: `${left} stay open`,
    goal: `${ALLOWED}`,
    held: left === ALLOWED,
  }
}

const OLD = { sessions: 800, outcomes: 1_500 }

/**
 * Uses as many connections as there are servers: each server begins its sweep a minute after its start, and rests for
 * an hour.
 */
async function sweepTogether({ url, database, school }: Place): Promise<FaultRow> {
  const { kysely } = database
  const long = new Date(Date.now() - 1_500 * DAY_MS).toISOString()
  const user_id = school.students[0]?.id ?? 0
  const session = { user_id, device: 'old', created_at: long, last_used_at: long, expires_at: long }
  await kysely.insertInto('session').values(Array(OLD.sessions).fill(session)).execute()
  const [module_id = 0] = school.modules
  const outcome = {
    user_id,
    module_id,
    outcome: 'promoted',
    date: long.slice(0, 10),
    duration: 'day',
    created_at: long,
  } as const
  await kysely.insertInto('waiting_outcome').values(Array(OLD.outcomes).fill(outcome)).execute()
  const keep = { results: 2, presence: 2, messages: 2, waiting: 2, imports: 2 }
  const failures: string[] = []
  const sweep = async () => {
    const own = openDatabase(url, { timeout: 5_000 })
    try {
      while (await forgetRecords(own, keep, Date.now())) {}
      while ((await forgetOldLogins(own, { most: 20, now: Date.now() })) === 20) {}
    } catch (error) {
      failures.push(String(error))
    }
    await own.close()
  }
  await Promise.all(Array.from({ length: SERVERS }, sweep))
  const sessions = await kysely.selectFrom('session').select('id').where('device', '=', 'old').execute()
  const outcomes = await kysely.selectFrom('waiting_outcome').select('id').where('created_at', '=', long).execute()
  return {
    fault: `${SERVERS} API servers: sweeping what is old`,
    done: `${OLD.sessions} logins and ${OLD.outcomes} outcomes of waiting, swept by all at once`,
    invariant: 'all of it goes, and nobody fails over another',
    measured: `${sessions.length} and ${outcomes.length} left; ${failures.length} failed${failures.length > 0 ? ` (${failures[0]})` : ''}`,
    goal: '0 left, 0 failed',
    held: sessions.length + outcomes.length + failures.length === 0,
  }
}

const PIPELINED = { connections: 100, goal: 1_000 }

/** Pipelines requests through nginx, as `attacks` does to one server directly. */
async function pipeline({ school, port, front, database }: Place, extent: Extent): Promise<FaultRow> {
  const student = school.students.at(-2)
  const own = { user_id: student?.id ?? 0, testmoment_id: openMoment(school), module_id: school.modules[1] ?? 0 }
  const token = await tokenOf(front, await logIn(database, own.user_id))
  const bystander = standBy(port, own, token)
  const order = { name: 'pipelined', port, size: PIPELINED.connections, student: token, teacher: token } as const
  await attacked({ ...order, lasting: extent === 'full' ? 8_000 : 1_000 })
  const { live, reading, enrolling } = await bystander.leave()
  const others = [...reading, ...enrolling]
  const slowest = Math.round(Math.max(...live.map(({ ms }) => ms)))
  const failed = [...live, ...others].filter(
    ({ status, retryAfter }) => status !== 200 && status !== 201 && !(status === 503 && retryAfter),
  )
  return {
    fault: `${SERVERS} API servers: pipelining through nginx`,
    done: `${PIPELINED.connections} connections with 20 requests for the OpenAPI at once, unread`,
    invariant: 'live 200 throughout; others are served, or told to come back in a moment',
    measured: `live ${live.length} times, within ${slowest} ms; others ${others.length} answers, ${failed.length} otherwise`,
    goal: `live ≤ ${PIPELINED.goal} ms`,
    held: failed.length === 0,
    late: slowest > PIPELINED.goal,
  }
}

/** Each in turn: ended and started as an upgrade does, then killed and started. */
async function restartInTurn({ database, school, servers, front }: Place): Promise<FaultRow> {
  const { students } = school
  await database.kysely.deleteFrom('enrollment').execute()
  const own = students.slice(0, STUDENTS.restarting)
  const crowd = startCrowd({ ...school, students: own }, [front], { mayBeAskedAgain: true })
  const inTurn = async (end: (server: KillableServer) => Promise<unknown>) => {
    for (const server of servers) {
      await end(server)
      await server.start()
    }
  }
  await inTurn((server) => server.stop())
  const again = sum(crowd.students, ({ askedAgain }) => askedAgain)
  await inTurn((server) => server.kill())
  await crowd.stop()
  const judgement = await judgeJournals(database, { ...school, students: own }, crowd.students)
  return {
    fault: `${SERVERS} API servers: each in turn ended and started, then each killed and started`,
    done: `while ${own.length} students enroll, leave and move through nginx`,
    invariant: 'nothing acknowledged is lost; who is ended is noticed by nobody',
    measured: `asked again while they were ended: ${again}; ${inWords(judgement)}`,
    goal: '0 asked again while they were ended',
    held: isTrue(judgement),
    late: again > 0,
  }
}

const tokenOf = async (url: string, refresh_token: string) => (await refreshed(url, refresh_token)).token
