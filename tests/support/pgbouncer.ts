import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'
import { scratchFolder } from './scratch-folder.ts'
import { unprivilegedOwner } from './unprivileged-owner.ts'

export interface PgBouncer {
  /** URL of any database of the cluster behind it; replace its path */
  url: string
  pid: number
  stop(): Promise<void>
}

/**
 * Starts PgBouncer before the cluster at `admin`, as schools run it: each transaction gets any free server connection. It has
 * its default settings for start-up parameters and prepared statements.
 */
export async function startPgBouncer(program: string, admin: string, configure = configurationFor): Promise<PgBouncer> {
  const folder = scratchFolder()
  const owner = unprivilegedOwner()
  const port = await freePort()
  const configuration = join(folder, 'pgbouncer.ini')
  writeFileSync(configuration, configure(new URL(admin), port))
  if (owner) for (const path of [folder, configuration]) chownSync(path, owner.uid, owner.gid)

  const server = spawn(program, [configuration], { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder, ...owner })
  const endWithUs = () => server.kill('SIGKILL')
  process.once('exit', endWithUs)
  await untilReady(createInterface({ input: server.stderr }))

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
    stop: async () => {
      process.off('exit', endWithUs)
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGKILL')
        await once(server, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Small pools, so that connections are shared even in tests with few requests. */
const configurationFor = ({ hostname, port, username }: URL, own: number): string => `
[databases]
* = host=${hostname} port=${port} user=${username}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 500
`

/** Resolves when it listens. It keeps reading the log: a full pipe would stop the server. */
function untilReady(log: ReturnType<typeof createInterface>): Promise<void> {
  const said: string[] = []
  return new Promise((resolve, reject) => {
    log.on('line', (line) => {
      if (line.includes('process up')) resolve()
      else said.push(line)
    })
    log.on('close', () => reject(new Error(`PgBouncer ended: ${said.slice(-20).join('\n')}`)))
  })
}
