import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../../../scripts/root.ts'
import { freePort } from '../../support/free-port.ts'

const POLL_MS = 5
/** on a machine that others use too */
const LIMIT_MS = 180_000

export interface KillableServer {
  url: string
  /** starts it; resolves once it is ready, with the ms that took */
  start(): Promise<number>
  /** kill -9 */
  kill(): Promise<void>
  /** SIGTERM; resolves with its exit code, or the signal that ended it, and the ms that took */
  stop(): Promise<{ ended: number | string; ms: number }>
  /** the process that runs, or ran last */
  child(): ChildProcess | undefined
  /** from the next start on it runs from this folder: another release */
  moveTo(root: string): void
}

interface ServerOptions {
  /** from the root: 'api-server/main.ts' or 'push-server/main.ts' */
  main: string
  databaseUrl: string
  dataDir: string
  /** beyond those that every server needs */
  env?: NodeJS.ProcessEnv
  /** the folder of the release that runs; this one by itself */
  root?: string
  /** loaded before its own code; a path */
  preload?: string
  /** of a file, to which its log goes; else that goes nowhere */
  log?: number
}

/** One of the product's servers as a process that can be killed and started again at the same port. */
export async function killableServer({
  main,
  databaseUrl,
  dataDir,
  env,
  root = ROOT,
  preload,
  log,
}: ServerOptions): Promise<KillableServer> {
  let release = root
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings: NodeJS.ProcessEnv = {
    // as `npm start` has it
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    PUSH_PORT: String(port),
    PUBLIC_URL: 'https://wiskunde.school.nl',
    // A server that is to have the app and has none is not ready; here nobody asks for it.
    WEB_APP: 'none',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...env,
  }
  let child: ChildProcess | undefined

  return {
    url,
    start: async () => {
      const since = performance.now()
      const imports = ['./scripts/product/end-with-parent.ts', ...(preload ? [preload] : [])]
      const args = [...imports.flatMap((path) => ['--import', path]), main]
      // The contents of `env` by then: a server that is started later may get others.
      child = spawn(process.execPath, args, {
        cwd: release,
        env: { ...settings, ...env },
        stdio: ['ignore', log ?? 'ignore', 'inherit', 'ipc'],
      })
      await untilReady(url, child)
      return performance.now() - since
    },
    kill: async () => {
      child?.kill('SIGKILL')
      await endOf(child)
    },
    stop: async () => {
      const since = performance.now()
      child?.kill('SIGTERM')
      const ended = await endOf(child)
      return { ended, ms: performance.now() - since }
    },
    child: () => child,
    moveTo: (folder) => {
      release = folder
    },
  }
}

/** Polls the readiness route of a server that is starting, or whose database comes back. Throws when it ends instead. */
export async function untilReady(url: string, child?: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    if (child && (child.exitCode !== null || child.signalCode !== null)) throw new Error('a server could not start')
    const reply = await fetch(`${url}/health/ready`).catch(() => undefined)
    await reply?.arrayBuffer()
    if (reply?.ok) return
  }
  throw new Error(`${url} was not ready within ${LIMIT_MS / 1000} s`)
}

async function endOf(child: ChildProcess | undefined): Promise<number | string> {
  if (!child) return 0
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode ?? child.signalCode ?? 0
}
