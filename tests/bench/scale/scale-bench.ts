import { newRefreshToken, refreshTokenHash } from '#api-server/sessions/tokens.ts'
import { askEnrollment, askModules, askMoments, askRefresh } from '#tests/harness/http/requests.ts'
import { clearEnrollments, STUDENTS } from '#tests/harness/school/bench-school.ts'
import { insertAll } from '#tests/harness/school/rows.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { sum } from '#tests/harness/statistics.ts'
import type { BenchOptions } from '../bench.ts'
import { describeMachine, fillPlaces } from '../performance-page.ts'
import type { BenchRow } from '../result-table.ts'
import { judgeStorm } from '../storm/judge-storm.ts'
import { runStorm } from '../storm/run-storm.ts'
import { OPENING, seedStormSchool } from '../storm/storm-school.ts'
import { type Loops, measureClosedLoops, type Students, walOf } from './closed-loops.ts'
import type { Costs } from './model.ts'
import {
  type Bytes,
  callsTable,
  commitsTable,
  modelTable,
  type Round,
  scaleRows,
  serversTable,
} from './scale-tables.ts'
import { PROGRAMS, type SeveralServers, type Spent, withSeveralServers } from './several-servers.ts'
import {
  bytesOf,
  type Commits,
  commitsOf,
  costOfHandshake,
  costOfHash,
  costOfPush,
  costOfReceiving,
  costOfStreams,
} from './walls.ts'

const SERVERS = [1, 2, 3, 4]
/** Comes as densely as the storm of 10,000, but for less time: there are four storms. */
const STORM = { students: 2_700, seconds: 8 }

/**
 * `npm run bench scale`: one to four API servers behind nginx, PgBouncer and PostgreSQL as deployed, what a student costs each
 * of them, and what that says of larger schools. Its tables are those of docs/scale.md.
 */
export async function benchScale({ students: count = STUDENTS, page }: BenchOptions): Promise<BenchRow[]> {
  const machine = describeMachine()
  return withSeveralServers(async (place) => {
    const students = await seedStudents(place, count)
    await place.haveServers(1)
    const idle = place.memory().api / 1_000
    const rounds: Round[] = []
    for (const servers of SERVERS) {
      await place.haveServers(servers)
      await renewLogins(place, students)
      rounds.push({
        servers,
        loops: await measureClosedLoops(place, students),
        storm: await stormThrough(place, students),
      })
    }
    const commits = await commitsOf(place)
    const bytes = await bytesOfCalls(place, students)
    const costs = await measureCosts(place, { students, rounds, commits, bytes, idle })
    const tables = {
      servers: serversTable(rounds),
      calls: callsTable(rounds, bytes),
      commits: commitsTable(commits),
      model: modelTable(costs),
    }
    if (page) fillPlaces('scale.md', tables, machine)
    else for (const table of Object.values(tables)) console.log(`\n${table}`)
    return scaleRows(rounds, place.unexpected())
  })
}

/** All of them logged in, before a moment that is open. */
async function seedStudents(place: SeveralServers, count: number): Promise<Students> {
  const refreshTokens = await seedStormSchool(place.database, count, ['https://push.example'])
  const { kysely } = place.database
  await kysely.updateTable('testmoment').set({ enrollments_enabled: true }).where('id', '=', OPENING).execute()
  return { count, refreshTokens, accessTokens: await signTokens(place.dataDir, count) }
}

/**
 * Gives each student a new login. A student who gave up in a storm has an old token, and using that would end the
 * login.
 */
async function renewLogins({ database }: SeveralServers, { count, refreshTokens }: Students): Promise<void> {
  for (let id = 1; id <= count; id++) refreshTokens[id] = newRefreshToken()
  const rows = Array.from({ length: count }, (_, index) => ({
    token_hash: refreshTokenHash(refreshTokens[index + 1] ?? ''),
    session_id: index + 1,
    created_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  }))
  await database.transaction(async (trx) => {
    await trx.updateTable('session').set({ revoked_at: null }).where('revoked_at', 'is not', null).execute()
    await trx.deleteFrom('refresh_token').execute()
    await insertAll(trx, 'refresh_token', rows)
  })
}

/** A short storm through nginx, on the school of the minute before the opening. */
async function stormThrough(place: SeveralServers, { count, refreshTokens }: Students): Promise<Round['storm']> {
  await clearEnrollments(place.database)
  const size = { ...STORM, students: Math.min(count, STORM.students) }
  const [before, written] = [place.spent(), await walOf(place)]
  const journal = await runStorm({ ports: [place.port, place.port], refreshTokens }, size)
  const [after, wal] = [place.spent(), (await walOf(place)) - written]
  for (const { user_id, refreshToken } of journal.students.values()) refreshTokens[user_id] = refreshToken
  const visit = Object.fromEntries(
    PROGRAMS.map((name) => [name, (1e6 * (after[name] - before[name])) / size.students]),
  ) as Spent
  return { journal, verdict: await judgeStorm(place.database, journal), visit, wal: wal / size.students }
}

/** There and back, heads and all, of one call of each kind that a student makes. */
async function bytesOfCalls({ port }: SeveralServers, { accessTokens, refreshTokens }: Students): Promise<Bytes> {
  const token = accessTokens[1] ?? ''
  return {
    refresh: await bytesOf(port, askRefresh(refreshTokens[1] ?? '')),
    moments: await bytesOf(port, askMoments(1, token)),
    modules: await bytesOf(port, askModules(1, token)),
    'one moment': await bytesOf(port, askEnrollment({ user_id: 1, testmoment_id: 2, module_id: 20 }, token)),
  }
}

interface Measured {
  students: Students
  rounds: readonly Round[]
  commits: readonly Commits[]
  bytes: Bytes
  /** MB */
  idle: number
}

/**
 * Takes a visit's costs from the last round: with more servers fewer requests share a transaction, as in a large
 * installation.
 */
async function measureCosts(place: SeveralServers, measured: Measured): Promise<Costs> {
  const { students, rounds, commits, bytes, idle } = measured
  const last = rounds.at(-1)
  if (!last) throw new Error('nothing was measured')
  const most = (kind: keyof Loops) => Math.max(...rounds.map(({ loops }) => loops[kind].perSecond))
  const receiving = await costOfReceiving(place, last.servers)
  const { memory, heartbeat, event } = await costOfStreams(place, students.accessTokens)
  return {
    visit: last.storm.visit,
    wal: last.storm.wal,
    sent: sum(Object.values(bytes), ({ received }) => received),
    process: idle,
    handshake: await costOfHandshake(place),
    stream: memory,
    heartbeat,
    event,
    receiving,
    hash: await costOfHash(),
    push: await costOfPush(),
    most: {
      notifying: Math.max(...commits.map(({ notifying }) => notifying)),
      oneMoment: most('one moment'),
      withSeats: most('one moment with seats'),
    },
  }
}
