import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE, EVENT_STREAM, pathOf } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollments.ts'
import { readLive } from '#contract/live.ts'
import { editTestmoment } from '#contract/testmoments.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { startBenchServer } from '../enroll/bench-server-process.ts'
import { signTokens } from '../enroll/bench-tokens.ts'
import { seedLiveSchool, TEACHER } from './live-school.ts'

export interface LiveSubject {
  port: number
  pid: number
  /** to listen, one student each */
  listening(count: number): string[]
  /** what the nth student's screen fetches */
  fetching(n: number): string[]
  /** a teacher changes a moment */
  change(): Promise<void>
  /** or says how many students fit */
  limit(momentId: number, seats: number): Promise<void>
  /** the nth student enrolls there */
  enroll(n: number, momentId: number): Promise<void>
  stop(): Promise<void>
}

/** An API server on SQLite with 10,000 students and a teacher. */
export async function startLiveSubject(): Promise<LiveSubject> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  const url = `sqlite:${join(folder, 'app.db')}`
  const database = openDatabase(url)
  await migrate(database)
  await seedLiveSchool(database, Date.now())
  await database.close()
  const tokens = await signTokens(folder, Date.now(), TEACHER)
  const { port, pid, stop } = await startBenchServer(url, folder)

  const get = (path: string, id: number, accept: string) =>
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tokens[id]}\r\nAccept: ${accept}\r\n\r\n`
  let slots = 20
  const send = async (method: string, path: string, id: number, body: object) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens[id]}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}`)
    await reply.arrayBuffer()
  }
  const edit = (id: number, body: object) =>
    send('PUT', pathOf(editTestmoment, { schoolyear_id: 1, id }), TEACHER, body)
  return {
    port,
    pid,
    listening: (count) => Array.from({ length: count }, (_, n) => get(API_BASE + readLive.path, n + 1, EVENT_STREAM)),
    fetching: (n) =>
      [listUserTestmoments, listModuleStatuses].map((list) => get(pathOf(list, { id: n + 1 }), n + 1, '*/*')),
    change: () => {
      slots += 1
      return edit(1, { max_enrollments: slots })
    },
    limit: (momentId, seats) => edit(momentId, { seats }),
    enroll: (n, testmoment_id) =>
      send('POST', pathOf(createEnrollment), n + 1, { user_id: n + 1, testmoment_id, module_id: testmoment_id }),
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}
