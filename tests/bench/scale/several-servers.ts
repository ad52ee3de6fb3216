import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { childrenOf } from '#tests/support/kill-family.ts'
import { startPgBouncer } from '#tests/support/pgbouncer.ts'
import { startPostgres } from '#tests/support/postgres-cluster.ts'
import { makeCertificate } from '#tests/support/push/certificate.ts'
import { onPath, pgbouncer } from '../../../scripts/machine.ts'
import { residentMemory } from '../live/resident-memory.ts'
import { processorTime, processorTimeOfFamily } from '../storm/processor-time.ts'
import { isUnexpected, startApi } from '../storm/storm-servers.ts'

/** What a call passes, from the outside in. */
export const PROGRAMS = ['nginx', 'api', 'pgbouncer', 'postgres'] as const
export type Spent = Record<(typeof PROGRAMS)[number], number>

/** The product as deploy/ has it for several API servers: nginx, PgBouncer and PostgreSQL, each with its own settings. */
export interface SeveralServers {
  database: Database
  /** where the servers keep their keys */
  folder: string
  /** of PostgreSQL itself */
  url: string
  /** nginx, without TLS and with it */
  port: number
  tlsPort: number
  /** has so many API servers behind nginx: never fewer than before */
  haveServers(count: number): Promise<void>
  /** s of the processors that each program took so far */
  spent(): Spent
  /** kB, of all API servers and of nginx */
  memory(): { api: number; nginx: number }
  /** of the desks of all API servers so far: how many transactions, requests in them, and s that they took */
  desks(): Promise<{ transactions: number; requests: number; seconds: number }>
  /** lines of the API servers' logs of what nobody foresaw */
  unexpected(): string[]
  stop(): Promise<void>
}

type Api = Awaited<ReturnType<typeof startApi>> & { metrics: number }

export async function startSeveralServers(): Promise<SeveralServers> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-scale-'))
  const cluster = await startPostgres({ durable: true, settings: deployedPostgres() })
  const program = pgbouncer.find()
  if (!cluster || !program)
    throw new Error('PostgreSQL or PgBouncer is missing (apt-get install postgresql pgbouncer).')
  const url = cluster.url('postgres')
  const pooler = await startPgBouncer(program, url, deployedPgBouncer)
  const database = openDatabase(url, { timeout: 60_000 })
  const servers: Api[] = []
  const nginx = await startNginx()

  const env = { DATABASE_LISTEN_URL: url, TRUST_PROXY: '127.0.0.1' }
  const start = async (): Promise<Api> => {
    const metrics = await freePort()
    const more = { ...env, METRICS_PORT: String(metrics) }
    return { ...(await startApi({ url: pooler.url, folder, env: more }, servers.length)), metrics }
  }
  const pids = () => servers.map(({ child }) => child.pid ?? 0)

  return {
    database,
    folder,
    url,
    port: nginx.port,
    tlsPort: nginx.tlsPort,
    haveServers: async (count) => {
      while (servers.length < count) servers.push(await start())
      await nginx.lead(servers.map(({ port }) => port))
    },
    spent: () => ({
      nginx: processorTimeOfFamily(nginx.pid),
      api: processorTime(pids()),
      pgbouncer: processorTime([pooler.pid]),
      postgres: processorTimeOfFamily(cluster.pid),
    }),
    memory: () => ({
      api: pids().reduce((total, pid) => total + residentMemory(pid), 0),
      nginx: childrenOf(nginx.pid).reduce((total, pid) => total + residentMemory(pid), 0),
    }),
    desks: async () => {
      const pages = await Promise.all(servers.map(({ metrics }) => readPage(metrics)))
      const sum = (name: string) =>
        pages.reduce(
          (total, page) => total + Number(new RegExp(`^enrollment_desk_${name} (\\S+)`, 'm').exec(page)?.[1]),
          0,
        )
      return {
        transactions: sum('transaction_seconds_count'),
        requests: sum('batch_requests_sum'),
        seconds: sum('transaction_seconds_sum'),
      }
    },
    unexpected: () => servers.flatMap(({ log }) => readFileSync(log, 'utf8').split('\n').filter(isUnexpected)),
    stop: async () => {
      await nginx.stop()
      for (const { child } of servers) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await database.close()
      await pooler.stop()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const readPage = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

const deployed = (path: string) => readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')

/** All but where it listens and who it is. */
export function deployedPostgres(): Record<string, string> {
  const lines = deployed('postgres/wiskunde.conf').matchAll(/^(\w+) = '?([^'\n]*)'?$/gm)
  return Object.fromEntries(
    [...lines].flatMap(([, name = '', value = '']) => (name === 'listen_addresses' ? [] : [[name, value]])),
  )
}

/** Where it leads and listens is this run's, and nobody needs a password here. */
export const deployedPgBouncer = ({ hostname, port, username }: URL, own: number): string =>
  deployed('pgbouncer/pgbouncer.ini')
    .replace(/^wiskunde = .*$/m, `* = host=${hostname} port=${port} user=${username}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${own}`)
    .replace(/^auth_type = .*$/m, 'auth_type = any')
    .replace(/^(auth_file|admin_users) = .*\n/gm, '')

/** ms until the workers of before have gone, and their time is counted */
const RELOADED = 500

/** Debian's nginx with the files of deploy/nginx, at ports of this run; with TLS, and without it for the sender's sake. */
export async function startNginx() {
  const program = onPath('nginx')
  if (!program) throw new Error('nginx is missing (apt-get install nginx).')
  const [port, tlsPort] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-nginx-'))
  // Its workers are nobody in particular.
  chmodSync(folder, 0o755)
  const place = (name: string, text: string) => {
    const here = text.replaceAll(/\/etc\/nginx|\/var\/log\/nginx|\/run(?=\/nginx.pid)/g, folder)
    writeFileSync(join(folder, name), here)
  }
  for (const name of ['wiskunde', 'tls']) mkdirSync(join(folder, name))
  const { cert, key } = makeCertificate()
  place('tls/fullchain.pem', cert)
  place('tls/privkey.pem', key)
  place('mime.types', '')
  place('wiskunde/proxy.conf', deployed('nginx/proxy.conf'))
  // As deploy/renew-files does for Debian 12: before nginx 1.25.1 `listen` says it.
  const site = deployed('nginx/site.conf').replace(/^ *http2 on;\n/m, '')
  const own = [`listen 127.0.0.1:${tlsPort} ssl http2 backlog=4096;`, `listen 127.0.0.1:${port} backlog=4096;`]
  place(
    'wiskunde/site.conf',
    site.slice(site.lastIndexOf('\nserver {')).replaceAll(/listen .*443 .*;/g, () => own.shift() ?? ''),
  )
  // A sender of so many requests a connection is no browser.
  const ours =
    '    keepalive_requests 100000000;\n    client_body_temp_path body;\n    proxy_temp_path proxy;\n\n    upstream'
  const main = deployed('nginx/nginx.conf').replace('    upstream', ours)
  place('nginx.conf', process.getuid?.() === 0 ? main : main.replace(/^user .*\n/m, ''))
  const lead = (ports: readonly number[]) =>
    place('wiskunde/upstream.conf', ports.map((one) => `server 127.0.0.1:${one} max_fails=0;\n`).join(''))
  lead([port])

  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const endWithUs = () => server.kill('SIGTERM')
  process.once('exit', endWithUs)
  await delay(RELOADED)
  if (server.exitCode !== null) throw new Error('nginx did not start; it says why above.')
  return {
    port,
    tlsPort,
    pid: server.pid ?? 0,
    lead: async (ports: readonly number[]) => {
      lead(ports)
      server.kill('SIGHUP')
      await delay(RELOADED)
    },
    stop: async () => {
      process.off('exit', endWithUs)
      server.kill('SIGTERM')
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
