import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { freePort } from '#tests/support/free-port.ts'
import { COMPILED } from '../../scripts/root.ts'
import { hasEnded, type Program, startProgram } from './programs.ts'
import { median, timed } from './statistics.ts'
import { until } from './wait.ts'

const POLL_MS = 5
/** Long, for a machine that others use too. */
const LIMIT_MS = 180_000

export interface KillableServer {
  url: string
  port: number
  /** starts the server; resolves once it is ready, to the ms that this took */
  start(): Promise<number>
  /** kill -9 */
  kill(): Promise<void>
  /** SIGTERM; resolves to the exit code, or the signal that ended it, and the ms that this took */
  stop(): Promise<{ ended: number | string; ms: number }>
  /** the running process, or the last one that ran */
  program(): Program
  /** from the next start on, runs another release, from this folder */
  moveTo(root: string): void
}

export interface ServerOptions {
  /** 'api-server/main.ts' or 'push-server/main.ts', relative to `root` */
  main: string
  databaseUrl: string
  dataDir: string
  /** settings beside those that every server needs */
  env?: NodeJS.ProcessEnv
  /** folder of the release to run; this repository if left out */
  root?: string
  flags?: readonly string[]
  /** file to which the server's log is appended; if left out the log is dropped */
  log?: string | undefined
  /** health route that says whether the server has started */
  health?: 'ready' | 'live'
}

/** Makes one of the product's servers, not started yet: a process that can be killed and started again on the same port. */
export async function makeKillableServer({
  main,
  databaseUrl,
  dataDir,
  env,
  log,
  health = 'ready',
  ...how
}: ServerOptions) {
  let { root } = how
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings: NodeJS.ProcessEnv = {
    // The same folder as `npm start` uses.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? COMPILED,
    NODE_ENV: 'production',
    PORT: String(port),
    PUSH_PORT: String(port),
    PUBLIC_URL: 'https://wiskunde.school.nl',
    // Without this a server that finds no built app is never ready; here nobody opens the app.
    WEB_APP: 'none',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  }
  let program: Program | undefined

  const server: KillableServer = {
    url,
    port,
    start: async () => {
      const [ms] = await timed(async () => {
        const output = log === undefined ? undefined : openSync(log, 'a')
        // Reads `env` at each start: the caller may have changed it since the last one.
        program = startProgram(main, {
          env: { ...settings, ...env },
          ...(how.flags && { flags: how.flags }),
          ...(root && { root }),
          ...(output && { output }),
        })
        if (output) closeSync(output)
        await untilReady(url, program.child, health)
      })
      return ms
    },
    kill: async () => void (await program?.end('SIGKILL')),
    stop: async () => {
      const [ms, ended] = await timed(async () => program?.end() ?? 0)
      return { ended, ms }
    },
    program: () => {
      if (!program) throw new Error(`${main} was not started`)
      return program
    },
    moveTo: (folder) => {
      root = folder
    },
  }
  return server
}

/** Setting for a mail server that does not exist, so that letters stay in the outbox. */
export const NO_MAIL = { SMTP_URL: 'smtp://127.0.0.1:1' }

interface Whose {
  url: string
  dataDir: string
}

type ApiOptions = Partial<Pick<ServerOptions, 'env' | 'flags' | 'log'>>

/** Makes this many API servers on one database, not started; at least one. */
export async function makeApis({ url, dataDir }: Whose, count = 1, options: ApiOptions = {}) {
  const make = () => makeKillableServer({ main: 'api-server/main.ts', databaseUrl: url, dataDir, ...options })
  const first = await make()
  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, make)))] as const
}

/** Makes API servers as `makeApis` does, and starts them one after the other. */
export async function startApis(...given: Parameters<typeof makeApis>) {
  const servers = await makeApis(...given)
  for (const server of servers) await server.start()
  return servers
}

export async function startApi(whose: Whose, env: NodeJS.ProcessEnv = {}): Promise<KillableServer> {
  const [server] = await startApis(whose, 1, { env })
  return server
}

export async function stopAll(servers: readonly Pick<KillableServer, 'stop'>[]): Promise<void> {
  for (const server of servers) await server.stop()
}

export const urlsOf = (servers: readonly KillableServer[]): string[] => servers.map(({ url }) => url)

/** Polls the health route until the server is ready: it starts, or its database comes back. Throws if the server ends. */
export async function untilReady(url: string, child?: ChildProcess, health = 'ready'): Promise<void> {
  const isReady = async () => {
    if (child && hasEnded(child)) throw new Error('a server could not start')
    const reply = await fetch(`${url}/health/${health}`).catch(() => undefined)
    await reply?.arrayBuffer()
    return reply?.ok === true
  }
  if (!(await until(isReady, { pollMs: POLL_MS, patienceMs: LIMIT_MS })))
    throw new Error(`${url} was not ready within ${LIMIT_MS / 1000} s`)
}

/** 'ready after 640 ms (median), 1,212 ms at most'. */
export const readyInWords = (times: readonly number[]): string =>
  `ready after ${inMs(median(times))} (median), ${inMs(Math.max(...times))} at most`

const inMs = (ms: number) => `${Math.round(ms).toLocaleString('en')} ms`
