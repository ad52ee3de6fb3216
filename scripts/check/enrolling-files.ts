import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#server/config.ts'
import { prepareDatabase } from '../product/prepare-database.ts'
import { ROOT } from '../root.ts'

/** measured repetitions: background work, such as the schedule's, runs during one of them but not during all */
const TIMES = 5
const PASSWORD = 'passer-gradenboog-7'

/**
 * Lists the server files of which a function runs while one student enrolls: what a newcomer has to read to follow it. V8
 * reports them for an API server with the demo school on SQLite, after the same student enrolled and unenrolled once.
 */
export async function filesOfEnrolling(): Promise<readonly string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wiskunde-figures-'))
  const port = await freePort()
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    WEB_APP: 'none',
    DEMO: '1',
    DEMO_PASSWORD: PASSWORD,
  }
  await prepareDatabase(readConfig(env))
  const server = spawn(process.execPath, ['--inspect=127.0.0.1:0', 'api-server/main.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    const profiler = await openProfiler(server)
    const student = await logIn(`http://127.0.0.1:${port}/api/v1`)
    const enrollment = await findEnrollment(student)
    await profiler.ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    const passed: Set<string>[] = []
    for (let time = 0; time < TIMES; time++) {
      await profiler.ask('Profiler.takePreciseCoverage')
      const { body } = await student('POST', '/enrollment', enrollment)
      const { result } = await profiler.ask('Profiler.takePreciseCoverage')
      passed.push(new Set(result.filter(hasRun).map(fileOf).filter(isOurs)))
      await student('DELETE', body.entity._links.delete.href)
    }
    profiler.close()
    const [first = new Set()] = passed
    return [...first].filter((file) => passed.every((files) => files.has(file))).toSorted()
  } finally {
    server.kill('SIGKILL')
    await once(server, 'exit')
    rmSync(dataDir, { recursive: true })
  }
}

interface Script {
  url: string
  functions: { ranges: { count: number }[] }[]
}

const hasRun = ({ functions }: Script) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0))
const fileOf = ({ url }: Script) => (url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : '')
const isOurs = (file: string) => /^(domain|contract|database|server|api-server)\//.test(file)

/** Connects to the inspector of a starting server. `ask` returns the protocol's own answers. */
async function openProfiler(server: ChildProcess) {
  if (!server.stderr) throw new Error('the server has no stderr to read its inspector’s address from')
  let url = ''
  for await (const line of createInterface({ input: server.stderr })) {
    url = /ws:\S+/.exec(line)?.[0] ?? ''
    if (url) break
  }
  const socket = new WebSocket(url)
  await once(socket, 'open')
  let asked = 0
  const ask = async (method: string, params = {}): Promise<{ result: Script[] }> => {
    const id = ++asked
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [{ data }] = await once(socket, 'message')
      const answer = JSON.parse(data)
      if (answer.id === id) return answer.result
    }
  }
  await ask('Profiler.enable')
  return { ask, close: () => socket.close() }
}

/** Fields of a reply that are used here; the full types are in contract/, which a black-box test does not read. */
interface Known {
  id: number
  token: string
  module: { id: number }
  entities: Known[]
  entity: Known
  _links: Record<'module_statuses' | 'testmoments' | 'delete', { href: string }>
}

type Ask = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Known }>

/** Logs in as a student of the demo school, as soon as the server answers. */
async function logIn(api: string): Promise<Ask> {
  let token = ''
  const ask: Ask = async (method, path, body) => {
    const type = body === undefined ? undefined : { 'content-type': 'application/json' }
    const answer = await fetch(new URL(path.startsWith('/api') ? path : api + path, api), {
      method,
      headers: { authorization: `Bearer ${token}`, ...type },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Known }
  }
  for (let attempt = 0; !token; attempt++) {
    const credentials = { username: 'noor.vandenbroek@demo.wiskunde-inschrijven.example', password: PASSWORD }
    const answer = await ask('POST', '/login_check', credentials).catch(() => undefined)
    if (answer?.status === 200) token = answer.body.token
    else if (answer || attempt === 200) throw new Error(`no login: ${answer?.status}`)
    else await delay(50)
  }
  return ask
}

/** Finds a module in which this student may enroll, by enrolling and undoing it. */
async function findEnrollment(student: Ask) {
  const { body: user } = await student('GET', '/user')
  const { body: modules } = await student('GET', user._links.module_statuses.href)
  const { body: moments } = await student('GET', user._links.testmoments.href)
  for (const { module } of modules.entities) {
    for (const testmoment of moments.entities) {
      const enrollment = { user_id: user.id, testmoment_id: testmoment.id, module_id: module.id }
      const { status, body } = await student('POST', '/enrollment', enrollment)
      if (status !== 201) continue
      await student('DELETE', body.entity._links.delete.href)
      return enrollment
    }
  }
  throw new Error('the demo school has nothing to enroll in')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
