import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollments.ts'
import { editTestmoment } from '#contract/testmoments.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { PUSH_SERVER_FLAGS } from '../../../scripts/product/start-servers.ts'
import { COMPILED } from '../../../scripts/root.ts'
import { inChunks, STUDENTS } from '../enroll/bench-school.ts'
import { startBenchServer } from '../enroll/bench-server-process.ts'
import { signTokens } from '../enroll/bench-tokens.ts'
import { seedLiveSchool, TEACHER } from '../live/live-school.ts'
import { residentMemory } from '../live/resident-memory.ts'
import { type PacedRequest, sendPaced } from '../login/paced-load.ts'
import { makeKeys } from './addressees.ts'
import type { AnsweringServices } from './answering-services.ts'

/** What they open and close; the students of the storm enroll at the next. */
const MOMENT = 1
const OTHER = 2

export interface PushSubject {
  /** by the teacher; resolves with when it was acknowledged (ms since the epoch) */
  open(): Promise<number>
  close(): Promise<void>
  /** a student a time: both lists, and an enrollment; resolves with how many answers were no success */
  storm(studentsPerSecond: number, seconds: number): Promise<number>
  /** MB of the push server now */
  memory(): number
  stop(): Promise<void>
}

/** An API server and a push server on one SQLite file, with 10,000 students, of which so many have a device. */
export async function startPushSubject(devices: number, services: AnsweringServices): Promise<PushSubject> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  const url = `sqlite:${join(folder, 'app.db')}`
  const database = openDatabase(url)
  await migrate(database)
  await seedLiveSchool(database, Date.now())
  await seedDevices(database, devices, services.origins)
  await database.close()
  const tokens = await signTokens(folder, Date.now(), TEACHER)
  const api = await startBenchServer(url, folder)
  const pushing = fork(
    new URL('pushing-process.ts', import.meta.url),
    [url, folder, services.ca, ...services.origins],
    {
      execArgv: ['--import', './scripts/product/end-with-parent.ts', ...PUSH_SERVER_FLAGS],
      env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
    },
  )
  await once(pushing, 'message')

  const setOpen = async (enrollments_enabled: boolean) => {
    const reply = await fetch(
      `http://127.0.0.1:${api.port}${pathOf(editTestmoment, { schoolyear_id: 1, id: MOMENT })}`,
      {
        method: 'PUT',
        headers: { authorization: `Bearer ${tokens[TEACHER]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ enrollments_enabled }),
      },
    )
    if (!reply.ok) throw new Error(`the change was answered ${reply.status}`)
    await reply.arrayBuffer()
    return Date.now()
  }
  /** Each storm goes on where the one before it ended: who enrolls for a second time writes nothing. */
  let askedBefore = 0
  const asked = (n: number): PacedRequest => {
    const user_id = (Math.floor(n / 3) % STUDENTS) + 1
    const authorization = `Bearer ${tokens[user_id]}`
    const [modules, moments] = [listModuleStatuses, listUserTestmoments]
    if (n % 3 < 2)
      return { method: 'GET', path: pathOf(n % 3 ? modules : moments, { id: user_id }), headers: { authorization } }
    const body = JSON.stringify({ user_id, testmoment_id: OTHER, module_id: 1 + (Math.floor(n / 3 / STUDENTS) % 20) })
    const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    return { method: 'POST', path: pathOf(createEnrollment, {}), headers, body }
  }

  return {
    open: () => setOpen(true),
    close: async () => void (await setOpen(false)),
    storm: async (studentsPerSecond, seconds) => {
      const [begun, perSecond] = [askedBefore, 3 * studentsPerSecond]
      askedBefore += perSecond * seconds
      const answers = await sendPaced({ port: api.port, perSecond, seconds, next: (n) => asked(begun + n) })
      return answers.filter(({ status }) => status < 200 || status > 299).length
    },
    memory: () => residentMemory(pushing.pid ?? 0) / 1024,
    stop: async () => {
      pushing.kill('SIGTERM')
      await once(pushing, 'exit')
      await api.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** So many students, from the first on, have a device each. */
export async function seedDevices(
  { kysely }: ReturnType<typeof openDatabase>,
  count: number,
  origins: readonly string[],
): Promise<void> {
  const created_at = new Date().toISOString()
  const devices = Array.from({ length: count }, (_, index) => ({
    ...makeKeys(),
    user_id: index + 1,
    endpoint: `${origins[index % origins.length]}/push/${index}`,
    secret_hash: 'bench',
    device_name: 'bench',
    created_at,
  }))
  for (const some of inChunks(devices)) await kysely.insertInto('push_subscription').values(some).execute()
}
