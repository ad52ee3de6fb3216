import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#database/engine/open-database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { COMPILED } from '../../../scripts/root.ts'

export const ROOT = new URL('../../../', import.meta.url).pathname
/** below the fixture's own limit, so that the servers' output is shown */
const START_LIMIT_MS = underLoad(50_000)

/** Everyone in the demo school has it while the browser tests run. */
export const PASSWORD = 'krijtbord-passer-9'

/** The started product: what `npm start` runs, on ports and a data folder of its own. */
export interface Product {
  url: string
  /** its settings, for programs that run beside the servers; a change of them counts from the next start on */
  environment: NodeJS.ProcessEnv
  database: ReturnType<typeof openDatabase>
  /** ends the servers as an operator would; the data stays */
  stop(): Promise<void>
  /** starts them again on the same port and data */
  start(): Promise<void>
  /** stops for good and removes the data */
  dispose(): Promise<void>
}

interface ProductOptions {
  smtpUrl?: string
  /** with the demo school, which is the default, or without anything in it */
  demo?: boolean
  /** host name by which browsers know the product */
  host?: '127.0.0.1' | 'localhost'
  /** any that is free, unless others have to know it before it starts */
  port?: number
  /** beyond those that it needs */
  settings?: NodeJS.ProcessEnv
}

export async function startProduct({
  smtpUrl = '',
  demo = true,
  host = '127.0.0.1',
  port: given,
  settings = {},
}: ProductOptions = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wiskunde-e2e-'))
  const [port, pushPort] = [given ?? (await freePort()), await freePort()]
  const url = `http://${host}:${port}`
  const environment: NodeJS.ProcessEnv = {
    NODE_COMPILE_CACHE: COMPILED,
    ...process.env,
    PORT: String(port),
    PUSH_PORT: String(pushPort),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    SMTP_URL: smtpUrl,
    DEMO: demo ? '1' : '0',
    DEMO_PASSWORD: PASSWORD,
    ...settings,
  }
  let servers: ChildProcess | undefined

  const start = async () => {
    servers = spawn(process.execPath, ['scripts/start.ts'], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output: string[] = []
    servers.stdout?.on('data', (chunk) => output.push(String(chunk)))
    servers.stderr?.on('data', (chunk) => output.push(String(chunk)))
    await untilReady(url, servers, output)
  }
  const stop = async () => {
    if (!servers || servers.exitCode !== null) return
    const ended = once(servers, 'exit')
    servers.kill('SIGTERM')
    await ended
  }

  await start()
  const database = openDatabase(`sqlite:${join(dataDir, 'app.db')}`)
  const dispose = async () => {
    await stop()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, environment, database, start, stop, dispose }
}

/** Begins the name of each situation's department. */
export const SITUATED = 'Studierichting'

/**
 * Deletes all moments, and what earlier situations made: the demo school's moments are for all modules, so they would show up in
 * every situation, and the students, modules and departments of a hundred tests would fill a teacher's lists.
 */
export async function clearSchool(database: Product['database']): Promise<void> {
  // At once, and again after a deadlock: the servers may still write what the story before asked for last.
  await database.transaction(async (kysely) => {
    for (const records of ['presence', 'presence_tick', 'result', 'result_publication'] as const)
      await kysely.deleteFrom(records).execute()
    await kysely.deleteFrom('enrollment').execute()
    await kysely.deleteFrom('waiting_entry').execute()
    await kysely.deleteFrom('testmoment').execute()

    const departments = kysely.selectFrom('education_department').select('id').where('name', 'like', `${SITUATED} %`)
    await kysely.deleteFrom('user').where('education_department_id', 'in', departments).execute()
    const held = await kysely
      .deleteFrom('education_department_module')
      .where('education_department_id', 'in', departments)
      .returning('module_id')
      .execute()
    await kysely.deleteFrom('education_department').where('name', 'like', `${SITUATED} %`).execute()
    const modules = held.map(({ module_id }) => module_id)
    const kept = kysely.selectFrom('education_department_module').select('module_id')
    await kysely.deleteFrom('module').where('id', 'in', modules).where('id', 'not in', kept).execute()
  })
}

async function untilReady(url: string, servers: ChildProcess, output: string[]): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline && servers.exitCode === null) {
    const ready = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (ready?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  servers.kill('SIGKILL')
  throw new Error(`the product did not start:\n${output.join('')}`)
}
