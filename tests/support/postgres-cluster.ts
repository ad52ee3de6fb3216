import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'
import { scratchFolder } from './scratch-folder.ts'
import { unprivilegedOwner } from './unprivileged-owner.ts'

export interface PostgresCluster {
  /** of one database in the cluster */
  url(database: string): string
  /** the process id of the server, for tests that end it roughly */
  pid: number
  stop(): Promise<void>
}

const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' }

/** Nothing outlives a test run, so nothing is synced to disk. A time zone of its own shows who counts on UTC. */
const FOR_TESTS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  timezone: 'Europe/Amsterdam',
  deadlock_timeout: '100ms',
}

/**
 * A cluster of one's own in a temporary folder; undefined on a machine without PostgreSQL. With `durable` a commit is on
 * the disk when it is acknowledged, as in the product; only measuring needs that.
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresCluster | undefined> {
  const programs = findPostgresPrograms()
  if (!programs) return undefined
  const folder = durable ? mkdtempSync(join(tmpdir(), 'wiskunde-')) : scratchFolder()
  const owner = unprivilegedOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)

  const initdb = ['--pgdata', folder, '--username=postgres', '--auth=trust', '--no-sync', '--no-instructions']
  execFileSync(join(programs, 'initdb'), [...initdb, '--encoding=UTF8', '--locale=C'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: folder,
    ...owner,
  })

  const port = await freePort()
  const settings = Object.entries({ ...SETTINGS, ...(durable ? {} : FOR_TESTS), port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = spawn(join(programs, 'postgres'), ['-D', folder, ...settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: folder,
    ...owner,
  })
  const endWithUs = () => server.kill('SIGQUIT')
  process.once('exit', endWithUs)
  const { pid } = server
  if (pid === undefined) throw new Error('postgres could not be started')
  await untilReady(createInterface({ input: server.stderr }))

  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    pid,
    stop: async () => {
      process.off('exit', endWithUs)
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGQUIT')
        await once(server, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Debian keeps the server's programs off the PATH, by version; a link to one of them shows where the rest is. */
export function findPostgresPrograms(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'initdb'))
  const [initdb] = [...onPath, '/usr/lib/postgresql/*/bin/initdb'].flatMap((pattern) => globSync(pattern).reverse())
  return initdb && dirname(realpathSync(initdb))
}

/** Keeps reading afterwards: a full pipe would stop the server. */
function untilReady(log: ReturnType<typeof createInterface>): Promise<void> {
  const said: string[] = []
  return new Promise((resolve, reject) => {
    log.on('line', (line) => {
      if (line.includes('ready to accept connections')) resolve()
      else said.push(line)
    })
    log.on('close', () => reject(new Error(`postgres ended: ${said.join('\n')}`)))
  })
}
