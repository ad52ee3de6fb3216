import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'
import { killFamily } from './kill-family.ts'
import { askPostgres } from './postgres-client.ts'
import { scratchFolder } from './scratch-folder.ts'
import { unprivilegedOwner } from './unprivileged-owner.ts'

export interface PostgresCluster {
  url(database: string): string
  /** sends a statement to the server, outside of those databases */
  ask(sql: string): Promise<void>
  /** makes a database, `how` being the end of that statement; resolves with its URL */
  create(database: string, how?: string): Promise<string>
  /** process id of the server, for tests that kill it */
  readonly pid: number
  /** kills all its processes with kill -9; data that it had not passed to the operating system is lost */
  crash(): Promise<void>
  /** starts it again after a crash, with the same data and port; resolves when it accepts connections */
  restart(): Promise<void>
  stop(): Promise<void>
}

const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' }

/** No data outlives a test run, so nothing is synced to disk. The time zone exposes code that relies on UTC. */
const FOR_TESTS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  timezone: 'Europe/Amsterdam',
  deadlock_timeout: '100ms',
}

interface PostgresOptions {
  durable?: boolean
  /** folder in which a durable cluster makes its own, instead of the usual temporary one */
  parent?: string | undefined
  /** settings of a durable cluster, in addition to PostgreSQL's defaults */
  settings?: Record<string, string>
}

/**
 * Starts a cluster in a temporary folder; undefined on a machine without PostgreSQL. With `durable` a commit is on disk when it
 * is acknowledged, as in the product; only measurements need that.
 */
export async function startPostgres({
  durable = false,
  parent,
  settings = {},
}: PostgresOptions = {}): Promise<PostgresCluster | undefined> {
  const programs = findPostgresPrograms()
  if (!programs) return undefined
  const folder = durable ? mkdtempSync(join(parent ?? tmpdir(), 'wiskunde-')) : scratchFolder()
  const owner = unprivilegedOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)

  const initdb = ['--pgdata', folder, '--username=postgres', '--auth=trust', '--no-sync', '--no-instructions']
  execFileSync(join(programs, 'initdb'), [...initdb, '--encoding=UTF8', '--locale=C'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: folder,
    ...owner,
  })

  return runCluster(folder, durable ? settings : FOR_TESTS)
}

/** Starts the server on a folder that holds a cluster, and removes the folder when it is stopped. */
async function runCluster(folder: string, settings: Record<string, string> = {}): Promise<PostgresCluster> {
  const programs = findPostgresPrograms()
  if (!programs) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  const owner = unprivilegedOwner()
  const port = await freePort()
  const flags = Object.entries({ ...SETTINGS, ...settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const start = async () => {
    const server = spawn(join(programs, 'postgres'), ['-D', folder, ...flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
      ...owner,
    })
    const endWithUs = () => server.kill('SIGQUIT')
    process.once('exit', endWithUs)
    server.once('exit', () => process.off('exit', endWithUs))
    const { pid } = server
    if (pid === undefined) throw new Error('postgres could not be started')
    await untilReady(createInterface({ input: server.stderr }))
    return { server, pid }
  }
  let running = await start()
  const ended = async () => {
    const { server } = running
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }

  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const ask = (sql: string) => askPostgres(url('postgres'), sql)

  return {
    url,
    ask,
    create: async (database, how = '') => {
      await ask(`create database ${database} ${how}`)
      return url(database)
    },
    get pid() {
      return running.pid
    },
    crash: async () => {
      await killFamily(running.pid)
      await ended()
    },
    restart: async () => {
      running = await start()
    },
    stop: async () => {
      running.server.kill('SIGQUIT')
      await ended()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Folder of the server's programs. Debian keeps them off the PATH, by version; a link to one shows where the others are. */
export function findPostgresPrograms(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'initdb'))
  const [initdb] = [...onPath, '/usr/lib/postgresql/*/bin/initdb'].flatMap((pattern) => globSync(pattern).reverse())
  return initdb && dirname(realpathSync(initdb))
}

/** Resolves when it accepts connections. It keeps reading the log: a full pipe would stop the server. */
function untilReady(log: ReturnType<typeof createInterface>): Promise<void> {
  const said: string[] = []
  return new Promise((resolve, reject) => {
    log.on('line', (line) => {
      if (/ready to accept (read-only )?connections/.test(line)) resolve()
      else said.push(line)
    })
    log.on('close', () => reject(new Error(`postgres ended: ${said.join('\n')}`)))
  })
}
