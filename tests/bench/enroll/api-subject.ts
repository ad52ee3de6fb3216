import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#database/engine/open-database.ts'
import { ENROLL, NOTHING } from './bench-paths.ts'
import { clearEnrollments, countEnrollments, countSeated, setSeats } from './bench-school.ts'
import { startBenchServer } from './bench-server-process.ts'
import { signTokens } from './bench-tokens.ts'
import { type LoadResult, load } from './http-load.ts'
import { uniqueEnrollment } from './unique-enrollments.ts'

/** An API server under load, on a bench school of its own. */
export interface ApiSubject {
  /** posts enrollments that are all new, and fails unless each was accepted and is in the database */
  enroll(path: string, connections: number, seconds: number): Promise<LoadResult>
  /** the same where this many students fit at each moment; fails unless as many as fit were accepted, and no more */
  enrollWithSeats(seats: number, connections: number, seconds: number): Promise<LoadResult>
  /** posts the same bodies to the route that does nothing */
  doNothing(connections: number, seconds: number): Promise<LoadResult>
  stop(): Promise<void>
}

/** `database` is seeded already, and asked from here only between the loads. */
export async function startApiSubject(database: Database, url: string): Promise<ApiSubject> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  const tokens = await signTokens(dataDir, Date.now())
  const server = await startBenchServer(url, dataDir)

  const request = (path: string, n: number) => {
    const enrollment = uniqueEnrollment(n)
    const body = JSON.stringify(enrollment)
    return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tokens[enrollment.user_id]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }

  return {
    enroll: async (path, connections, seconds) => {
      await clearEnrollments(database)
      let n = 0
      const result = await load({ port: server.port, connections, seconds, next: () => request(path, n++) })
      expectOnly(201, result)
      const stored = await countEnrollments(database)
      if (stored !== result.answered) throw new Error(`${result.answered} enrollments acknowledged, ${stored} stored`)
      return result
    },
    enrollWithSeats: async (seats, connections, seconds) => {
      await clearEnrollments(database)
      await setSeats(database, seats)
      let n = 0
      const result = await load({ port: server.port, connections, seconds, next: () => request(ENROLL, n++) })
      const seated = await countSeated(database)
      await setSeats(database, 0)
      const full = result.statuses.get(FULL) ?? 0
      if (full === 0) expectOnly(201, result)
      else if (full + (result.statuses.get(201) ?? 0) !== result.answered) expectOnly(FULL, result)
      const wrong = seated.filter((students) => students > seats || (full > 0 && students < seats))
      if (wrong.length > 0) throw new Error(`${seats} seats at each moment, taken ${seated.join(', ')}`)
      return result
    },
    doNothing: async (connections, seconds) => {
      let n = 0
      const next = () => request(NOTHING, n++)
      const result = await load({ port: server.port, connections, seconds, next })
      expectOnly(201, result)
      return result
    },
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** what is answered where no seat is left */
const FULL = 422

function expectOnly(status: number, { statuses }: LoadResult): void {
  const others = [...statuses].filter(([other]) => other !== status)
  if (others.length > 0) throw new Error(`refused: ${others.map(([other, times]) => `${times} × ${other}`).join(', ')}`)
}
