import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { sql } from 'kysely'
import { HEARTBEAT_MS } from '#contract/app-events.ts'
import { announce } from '#database/changes/announce.ts'
import type { Change } from '#database/changes/change.ts'
import { hashPassword } from '#server/password-hash.ts'
import { openListeners } from '#tests/harness/http/listeners.ts'
import { askStream } from '#tests/harness/http/requests.ts'
import { startServices } from '#tests/harness/push/answering-services.ts'
import { range } from '#tests/harness/school/rows.ts'
import { until } from '#tests/harness/wait.ts'
import { postgresClient } from '#tests/support/postgres-client.ts'
import { findPostgresPrograms } from '#tests/support/postgres-cluster.ts'
import { sendApart } from '../push/send-apart.ts'
import type { SeveralServers } from './several-servers.ts'

/** Commits of one small row each, by this many clients at a time. */
export interface Commits {
  clients: number
  /** a second: plain, with a notification in each, and with one row that all of them share */
  plain: number
  notifying: number
  sharing: number
}

/** PostgreSQL takes 100 as deployed, of which the servers have up to 45 */
const CLIENTS = [1, 2, 3, 4, 16, 40]
/** whole ones: pgbench takes no others */
const COMMIT_SECONDS = 1
/** ms, for a program that would wait for ever */
const PGBENCH_TIMEOUT = 30_000

/**
 * Measures the cost of a commit that notifies, and of one whose transaction shares a lock on one row with all others.
 */
export async function commitsOf({ url, dataDir, database }: SeveralServers): Promise<Commits[]> {
  await sql`create table scale_row (id integer primary key, note text)`.execute(database.kysely)
  await sql`insert into scale_row select number, '' from generate_series(1, 100) as number`.execute(database.kysely)
  await sql`create table scale_log (id bigint generated always as identity, note text)`.execute(database.kysely)
  const insert = "insert into scale_log (note) values ('so many bytes as an enrollment has, some forty of them');\n"
  const scripts = {
    plain: `begin;\n${insert}commit;\n`,
    notifying: `begin;\n${insert}select pg_notify('scale', 'x');\ncommit;\n`,
    sharing: `begin;\nselect id from scale_row where id = 1 for share;\n${insert}commit;\n`,
  }
  const listener = postgresClient(url)
  await listener.connect()
  await listener.query('listen scale')
  const perSecond = (name: keyof typeof scripts, clients: number) => {
    const path = join(dataDir, `${name}.sql`)
    writeFileSync(path, scripts[name])
    const jobs = Math.min(clients, cpus().length)
    const args = [
      '--no-vacuum',
      `--client=${clients}`,
      `--jobs=${jobs}`,
      `--time=${COMMIT_SECONDS}`,
      `--file=${path}`,
      url,
    ]
    const said = execFileSync(join(findPostgresPrograms() ?? '', 'pgbench'), args, {
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: PGBENCH_TIMEOUT,
    })
    return Number(/^tps = ([\d.]+)/m.exec(said)?.[1])
  }
  const rows = CLIENTS.map((clients) => ({
    clients,
    plain: perSecond('plain', clients),
    notifying: perSecond('notifying', clients),
    sharing: perSecond('sharing', clients),
  }))
  await listener.end()
  return rows
}

const RECEIVED = 20_000
const A_MESSAGE = 50

/** µs of each API server for one enrollment that it receives, whichever server it was at. */
export async function costOfReceiving(place: SeveralServers, servers: number): Promise<number> {
  const change = (n: number): Change => ({
    event: 'enrollmentsChanged',
    user_id: 1 + (n % 1_000),
    session_id: 1 + (n % 1_000),
    testmoment_ids: [2],
  })
  const before = place.spent()
  for (let n = 0; n < RECEIVED; n += A_MESSAGE)
    await announce(
      place.database.kysely,
      Array.from({ length: A_MESSAGE }, (_, index) => change(n + index)),
    )
  await delay(1_000)
  return (1e6 * (place.spent().api - before.api)) / RECEIVED / servers
}

/** kB and µs for each of this many open screens. */
export interface Streams {
  memory: { api: number; nginx: number }
  /** each sign of life */
  heartbeat: { api: number; nginx: number }
  /** each event for everybody */
  event: { api: number; nginx: number }
}

const STREAMS = 3_000
const BEATS = 2
const EVENTS = 20
/** for each at most */
const ANNOUNCING_MS = 2_000

/** Open screens behind nginx: what they hold, and what it takes to write to all of them. */
export async function costOfStreams(place: SeveralServers, accessTokens: readonly string[]): Promise<Streams> {
  const memory = place.memory()
  const idle = await spentIn(place, () => delay(HEARTBEAT_MS))
  const requests = range(STREAMS).map((id) => askStream(accessTokens[id] ?? ''))
  const listeners = await openListeners(place.port, requests)
  const held = place.memory()
  await delay(HEARTBEAT_MS)
  const beating = await spentIn(place, () => delay(BEATS * HEARTBEAT_MS))
  const began = performance.now()
  let received = 0
  listeners.onReceived(() => {
    received += 1
  })
  const announcing = await spentIn(place, async () => {
    for (let event = 1; event <= EVENTS; event++) {
      await announce(place.database.kysely, [{ event: 'testmomentEdited', id: 4 }])
      // A server that misses one on a busy machine says so by another event.
      await until(() => received >= event * STREAMS, { pollMs: 10, patienceMs: ANNOUNCING_MS })
    }
  })
  const meanwhile = (performance.now() - began) / HEARTBEAT_MS
  listeners.close()
  const heartbeatOf = (program: 'api' | 'nginx') => (1e6 * (beating[program] / BEATS - idle[program])) / STREAMS
  const eventOf = (program: 'api' | 'nginx') =>
    (1e6 * (announcing[program] - (meanwhile * beating[program]) / BEATS)) / Math.max(received, 1)
  const both = (of: (program: 'api' | 'nginx') => number) => ({
    api: Math.max(0, of('api')),
    nginx: Math.max(0, of('nginx')),
  })
  return {
    memory: both((program) => (held[program] - memory[program]) / STREAMS),
    heartbeat: both(heartbeatOf),
    event: both(eventOf),
  }
}

async function spentIn(place: SeveralServers, work: () => Promise<unknown>) {
  const before = place.spent()
  await work()
  const after = place.spent()
  return { api: after.api - before.api, nginx: after.nginx - before.nginx }
}

const HANDSHAKES = 1_000
const HANDSHAKES_AT_ONCE = 20

/** µs of nginx for one full handshake of TLS 1.3 with a certificate of P-256: a phone that was away has nothing left to resume. */
export async function costOfHandshake(place: SeveralServers): Promise<number> {
  const before = place.spent().nginx
  for (let done = 0; done < HANDSHAKES; done += HANDSHAKES_AT_ONCE)
    await Promise.all(
      Array.from({ length: HANDSHAKES_AT_ONCE }, async () => {
        const socket = connectTls({ port: place.tlsPort, host: '127.0.0.1', rejectUnauthorized: false })
        await once(socket, 'secureConnect')
        socket.destroy()
      }),
    )
  return (1e6 * (place.spent().nginx - before)) / HANDSHAKES
}

/** Bytes there and back of one call, heads and all. */
export async function bytesOf(port: number, request: string): Promise<{ sent: number; received: number }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request, 'latin1')
  await once(socket, 'data')
  await delay(50)
  const { bytesRead, bytesWritten } = socket
  socket.destroy()
  return { sent: bytesWritten, received: bytesRead }
}

const HASHES = 20

/** ms of the processor for one login by password. */
export async function costOfHash(): Promise<number> {
  await hashPassword('warm')
  const before = process.cpuUsage()
  for (let n = 0; n < HASHES; n++) await hashPassword(`wachtwoord ${n}`)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / HASHES
}

const PUSHES = 3_000

/** µs of the processor for one push, and how many went out a second to one push service that answers after 40 ms. */
export async function costOfPush(): Promise<{ cpu: number; perSecond: number }> {
  const services = await startServices(1)
  try {
    const { cpu, ms } = await sendApart('ours', PUSHES, services, services.origins)
    return { cpu, perSecond: (1_000 * PUSHES) / ms }
  } finally {
    await services.stop()
  }
}
