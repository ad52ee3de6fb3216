import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { SessionTokens } from '#domain/sessions/session.schema.ts'
import { loop } from '#tests/harness/http/closed-loop.ts'
import { type Answer, type Connection, ConnectionBroke } from '#tests/harness/http/connection.ts'
import { askEnrollment, askModules, askMoments, askRefresh } from '#tests/harness/http/requests.ts'
import { clearEnrollments, MODULES, MOMENTS, setSeats } from '#tests/harness/school/bench-school.ts'
import { percentile } from '#tests/harness/statistics.ts'
import { OPENING } from '../storm/storm-school.ts'
import { PROGRAMS, type SeveralServers, type Spent } from './several-servers.ts'

const SECONDS = 2.5
/** Not measured: the code of a server that has just started is still being compiled. */
const WARM_UP_SECONDS = 0.7
const CONNECTIONS = 64

/** All students of the school, who send the requests, with their tokens. */
export interface Students {
  count: number
  /** tokens by user id, from 1 */
  accessTokens: readonly string[]
  refreshTokens: string[]
}

/** Figures of a closed loop of one kind of call: each connection sends its next request once the last is answered. */
export interface Loop {
  perSecond: number
  p50: number
  p99: number
  /** µs of processor time per call */
  cost: Spent
  /** bytes of PostgreSQL's WAL per call */
  wal: number
  /** requests per transaction of the enrollment desk, and ms per transaction; 0 for calls that do not use the desk */
  batch: { size: number; ms: number }
}

export const KINDS = ['refresh', 'moments', 'modules', 'spread', 'one moment', 'one moment with seats'] as const
export type Kind = (typeof KINDS)[number]
export type Loops = Record<Kind, Loop>

/** Measures each kind of call by itself through nginx, as fast as it is answered. */
export async function measureClosedLoops(place: SeveralServers, students: Students): Promise<Loops> {
  const { accessTokens, refreshTokens } = students
  const studentOf = (n: number) => (n % students.count) + 1
  const reading = (ask: typeof askModules) => (connection: Connection, n: number) =>
    expectOf(200, connection.ask(ask(studentOf(n), accessTokens[studentOf(n)] ?? '')))
  const enrolling = (momentOf: (n: number) => number) => async (connection: Connection, n: number) => {
    const module = Math.floor(n / students.count)
    if (module >= MODULES) throw new RangeError('This school has no more enrollments to give: it is too small.')
    const wish = { user_id: studentOf(n), testmoment_id: momentOf(n), module_id: module + 1 }
    await expectOf(201, connection.ask(askEnrollment(wish, accessTokens[wish.user_id] ?? '')))
  }
  /** No student refreshes twice at the same time: each connection has students of its own. */
  const refreshing = async (connection: Connection, n: number) => {
    const id = studentOf(n)
    const { body } = await expectOf(200, connection.ask(askRefresh(refreshTokens[id] ?? '')))
    const tokens: SessionTokens = JSON.parse(body)
    refreshTokens[id] = tokens.refresh_token
  }
  /** Begins with no enrollments, as a minute before the opening, and with this many seats at each moment; 0 is no limit. */
  const enroll = async (momentOf: (n: number) => number, seats = 0) => {
    await clearEnrollments(place.database)
    await setSeats(place.database, seats)
    const loop = await measured(place, enrolling(momentOf))
    await setSeats(place.database, 0)
    return loop
  }

  const others = Array.from({ length: MOMENTS }, (_, index) => index + 1).filter((id) => id !== OPENING)
  const [one = 0] = others
  for (const step of [refreshing, reading(askMoments), reading(askModules)]) await drive(place, step, WARM_UP_SECONDS)
  return {
    refresh: await measured(place, refreshing),
    moments: await measured(place, reading(askMoments)),
    modules: await measured(place, reading(askModules)),
    spread: await enroll((n) => others[n % others.length] ?? 0),
    'one moment': await enroll(() => one),
    'one moment with seats': await enroll(() => one, 2 * students.count),
  }
}

type Step = (connection: Connection, n: number) => Promise<unknown>

const drive = ({ port }: SeveralServers, step: Step, seconds: number) =>
  loop({ port, connections: CONNECTIONS, seconds }, (connection, n) => untilAnswered(() => step(connection, n)))

async function measured(place: SeveralServers, step: Step): Promise<Loop> {
  const [spent, written, desks] = [place.spent(), await walOf(place), await place.desks()]
  const { latencies, perSecond } = await drive(place, step, SECONDS)
  const after = place.spent()
  const [wal, decided] = [(await walOf(place)) - written, await place.desks()]
  const calls = latencies.length
  const cost = Object.fromEntries(PROGRAMS.map((name) => [name, (1e6 * (after[name] - spent[name])) / calls])) as Spent
  const transactions = decided.transactions - desks.transactions
  return {
    perSecond,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cost,
    wal: wal / calls,
    batch: {
      size: transactions === 0 ? 0 : (decided.requests - desks.requests) / transactions,
      ms: transactions === 0 ? 0 : (1_000 * (decided.seconds - desks.seconds)) / transactions,
    },
  }
}

/** Retries as the app does: at once after a connection that broke, and after the requested time on a 503. */
async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  for (let answered = false; !answered; )
    try {
      await ask()
      answered = true
    } catch (error) {
      if (error instanceof ServerBusy) await delay(error.ms)
      else if (!(error instanceof ConnectionBroke)) throw error
    }
}

/** The server answered 503 and asked to wait for `ms`. */
class ServerBusy extends Error {
  override name = 'ServerBusy'
  readonly ms: number
  constructor(seconds: number) {
    super('503')
    this.ms = 1_000 * seconds
  }
}

async function expectOf(status: number, asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked
  if (answer.status === 503) throw new ServerBusy(answer.retryAfter ?? 1)
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${answer.body.slice(0, 200)}`)
  return answer
}

/** Current position in PostgreSQL's write-ahead log, in bytes. */
export async function walOf({ database }: Pick<SeveralServers, 'database'>): Promise<number> {
  const { rows } = await sql<{ at: number }>`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at`.execute(
    database.kysely,
  )
  return rows[0]?.at ?? 0
}
