import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newRefreshToken, refreshTokenHash, successorOf } from '#api-server/sessions/tokens.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { readKeys } from '#server/keys.ts'
import { growSchool } from '#tests/support/growth/grow-school.ts'
import { startBenchServer } from '../enroll/bench-server-process.ts'
import { signTokens } from '../enroll/bench-tokens.ts'
import { load } from '../enroll/http-load.ts'
import type { HotCall } from './hot-calls.ts'

/** Prime, so that the next turn is somebody's far away, and everyone's comes before anyone's second. */
const STRIDE = 7_919

/** An API server on a school of some size. */
export interface GrownSubject {
  students: number
  /** one request at a time; ms of each, all of them answered with success */
  ask(call: HotCall, seconds: number): Promise<number[]>
  stop(): Promise<void>
}

/** `url` is of an empty database that nobody else uses. */
export async function startGrownSubject(
  url: string,
  { students, enrollmentsEach }: { students: number; enrollmentsEach: number },
): Promise<GrownSubject> {
  const now = Date.now()
  const dataDir = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  const school = openDatabase(url, { timeout: 600_000 })
  await migrate(school)
  await growSchool(school, { students, enrollmentsEach, now })
  const phones = await insertPhones(school, students, now)
  await school.close()
  const { refreshToken: key } = await readKeys(dataDir)
  const tokens = await signTokens(dataDir, now, students + 1)
  const { port, stop } = await startBenchServer(url, dataDir)
  const asked = new Map<HotCall, number>()

  const refresh = (student: number): string => {
    const token = phones[student] ?? ''
    phones[student] = successorOf(token, key)
    return token
  }

  const next = (call: HotCall): string => {
    const n = asked.get(call) ?? 0
    asked.set(call, n + 1)
    const student = ((n * STRIDE) % students) + 1
    const { method, path, body } = call.ask({ students, student, n, refresh })
    const content = body === undefined ? '' : JSON.stringify(body)
    const token = tokens[call.by === 'teacher' ? students + 1 : student]
    return [
      `${method} ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      ...(call.by === 'nobody' ? [] : [`Authorization: Bearer ${token}`]),
      ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${content.length}`]),
      '',
      content,
    ].join('\r\n')
  }

  return {
    students,
    ask: async (call, seconds) => {
      const { statuses, latencies } = await load({ port, connections: 1, seconds, next: () => next(call) })
      const failed = [...statuses].filter(([status]) => status !== 200 && status !== 201)
      if (failed.length > 0) throw new Error(`${call.what} was answered ${failed}`)
      return latencies
    },
    stop: async () => {
      await stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** A refresh token for each student, by their id. */
async function insertPhones({ kysely }: Database, students: number, now: number): Promise<string[]> {
  const tokens = Array.from({ length: students + 1 }, newRefreshToken)
  const created_at = new Date(now).toISOString()
  const expires_at = new Date(now + 14 * 86_400_000).toISOString()
  for (let from = 1; from <= students; from += ROWS_A_STATEMENT)
    await kysely
      .insertInto('refresh_token')
      .values(
        tokens.slice(from, from + ROWS_A_STATEMENT).map((token, index) => ({
          token_hash: refreshTokenHash(token),
          session_id: from + index,
          created_at,
          expires_at,
        })),
      )
      .execute()
  return tokens
}

const ROWS_A_STATEMENT = 1_000
