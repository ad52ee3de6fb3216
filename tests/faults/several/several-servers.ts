import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { forgetRecords } from '#api-server/retention.ts'
import { startSession } from '#api-server/sessions/log-in.ts'
import { forgetOldLogins } from '#api-server/sessions/sweep-logins.ts'
import { API_BASE, EVENT_STREAM } from '#contract/endpoint.ts'
import { readLive } from '#contract/live.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { addMoment, addYear } from '#tests/support/api/test-school.ts'
import { startPgBouncer } from '#tests/support/pgbouncer.ts'
import { startPostgres } from '#tests/support/postgres-cluster.ts'
import { pgbouncer } from '../../../scripts/machine.ts'
import { openListeners } from '../../bench/live/listeners.ts'
import { deployedPgBouncer, deployedPostgres, startNginx } from '../../bench/scale/several-servers.ts'
import { Connection } from '../../bench/storm/connection.ts'
import { askEnrollment, askRefresh } from '../../bench/storm/requests.ts'
import type { AttackOrder } from '../attacks/attacker.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'
import { standBy } from '../support/bystander.ts'
import { type FaultSchool, seedFaultSchool } from '../support/fault-school.ts'
import { JournalingStudent } from '../support/journaling-student.ts'
import { inWords, isTrue, judgeJournals } from '../support/judge-journals.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { PersistentCaller } from '../support/persistent-caller.ts'

const SERVERS = 4
const STUDENTS = { restarting: 24, listening: 12 }
const DAY_MS = 86_400_000

/** What goes wrong where several API servers do the same work: behind nginx and PgBouncer, with the files of deploy/. */
export const severalServers: Fault = {
  quick: false,
  run: async (extent) => {
    const place = await openPlace()
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
      await place.stop()
    }
  },
}

type Place = Awaited<ReturnType<typeof openPlace>>

async function openPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-several-'))
  const cluster = await startPostgres({ durable: true, settings: deployedPostgres() })
  const program = pgbouncer.find()
  if (!cluster || !program)
    throw new Error('PostgreSQL or PgBouncer is missing (apt-get install postgresql pgbouncer).')
  const url = cluster.url('postgres')
  const pooler = await startPgBouncer(program, url, deployedPgBouncer)
  const database = openDatabase(url, { timeout: 30_000 })
  await migrate(database)
  const school = await seedFaultSchool(database, STUDENTS.restarting + STUDENTS.listening + 2)
  const servers: KillableServer[] = []
  for (const env = { DATABASE_LISTEN_URL: url, TRUST_PROXY: '127.0.0.1' }; servers.length < SERVERS; ) {
    const server = await killableServer({ main: 'api-server/main.ts', databaseUrl: pooler.url, dataDir: folder, env })
    await server.start()
    servers.push(server)
  }
  const nginx = await startNginx()
  await nginx.lead(servers.map((server) => Number(new URL(server.url).port)))
  return {
    ...{ url, database, school, servers, port: nginx.port },
    stop: async () => {
      await nginx.stop()
      for (const server of servers) await server.kill()
      await database.close()
      await pooler.stop()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
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
async function listenElsewhere({ database, school, port }: Place): Promise<FaultRow> {
  const listening = school.students.slice(STUDENTS.restarting, STUDENTS.restarting + STUDENTS.listening)
  const moment = openMoment(school)
  const others = await Promise.all(listening.map(async ({ id }) => tokenOf(port, await logIn(database, id))))
  const listeners = await openListeners(port, others.map(listenAs))
  const received = new Map<number, number>()
  listeners.onReceived((at) => received.set(at, (received.get(at) ?? 0) + 1), 'enrollmentsChanged')
  const connection = new Connection(port)
  for (const { id: user_id, refresh_token } of listening) {
    const wish = { user_id, testmoment_id: moment, module_id: school.modules[0] ?? 0 }
    await connection.ask(askEnrollment(wish, await tokenOf(port, refresh_token)))
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

async function openTooMany({ database, school, port }: Place): Promise<FaultRow> {
  const student = school.students.at(-1)
  const token = await tokenOf(port, await logIn(database, student?.id ?? 0))
  const sockets = Array.from({ length: STREAMS }, () => connect(port, '127.0.0.1'))
  let ended = 0
  for (const socket of sockets) {
    // nginx keeps the connection of a stream that has ended.
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        if (chunk.includes('retry: ')) ended += 1
      })
    socket.write(listenAs(token))
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

/** By as many connections as there are servers: each server begins a minute after its start, and rests for an hour. */
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

/** As `attacks` does to one server by itself. */
async function pipeline({ school, port, database }: Place, extent: Extent): Promise<FaultRow> {
  const student = school.students.at(-2)
  const own = { user_id: student?.id ?? 0, testmoment_id: openMoment(school), module_id: school.modules[1] ?? 0 }
  const token = await tokenOf(port, await logIn(database, own.user_id))
  const bystander = standBy(port, own, token)
  const order = { name: 'pipelined', port, size: PIPELINED.connections, student: token, teacher: token } as const
  const workerData: AttackOrder = { ...order, lasting: extent === 'full' ? 8_000 : 1_000 }
  const worker = new Worker(new URL('../attacks/attacker.ts', import.meta.url), { workerData })
  await once(worker, 'message')
  await worker.terminate()
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
async function restartInTurn({ database, school, servers, port }: Place): Promise<FaultRow> {
  const { students } = school
  await database.kysely.deleteFrom('enrollment').execute()
  const own = students.slice(0, STUDENTS.restarting)
  const people = own.map(
    (login, at) =>
      new JournalingStudent(
        login,
        school,
        new PersistentCaller([`http://127.0.0.1:${port}`], at, { mayBeAskedAgain: true }),
      ),
  )
  let over = false
  const acting = people.map(async (student) => {
    while (!over) await student.act()
  })
  const inTurn = async (end: (server: KillableServer) => Promise<unknown>) => {
    for (const server of servers) {
      await end(server)
      await server.start()
    }
  }
  await inTurn((server) => server.stop())
  const again = people.reduce((total, { askedAgain }) => total + askedAgain, 0)
  await inTurn((server) => server.kill())
  over = true
  await Promise.all(acting)
  const judgement = await judgeJournals(database, { ...school, students: own }, people)
  return {
    fault: `${SERVERS} API servers: each in turn ended and started, then each killed and started`,
    done: `while ${people.length} students enroll, leave and move through nginx`,
    invariant: 'nothing acknowledged is lost; who is ended is noticed by nobody',
    measured: `asked again while they were ended: ${again}; ${inWords(judgement)}`,
    goal: '0 asked again while they were ended',
    held: isTrue(judgement),
    late: again > 0,
  }
}

const openMoment = ({ moments }: FaultSchool): number =>
  moments.find(({ max_enrollments }) => max_enrollments === 0)?.id ?? 0

async function logIn(database: Place['database'], user_id: number): Promise<string> {
  const session = await startSession(database, { user_id, token_version: 1, device: 'laptop', now: Date.now() })
  if (!session) throw new Error('a student could not be logged in')
  return session.refresh_token
}

async function tokenOf(port: number, refresh_token: string): Promise<string> {
  const connection = new Connection(port)
  const { body } = await connection.ask(askRefresh(refresh_token))
  connection.close()
  return /"token":"([^"]+)"/.exec(body)?.[1] ?? ''
}

const listenAs = (token: string) =>
  `GET ${API_BASE}${readLive.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nAccept: ${EVENT_STREAM}\r\n\r\n`
