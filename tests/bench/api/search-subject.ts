import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listUsersSchemas } from '#contract/users.schema.ts'
import { startBenchServer } from '../enroll/bench-server-process.ts'
import { signTokens } from '../enroll/bench-tokens.ts'
import { load } from '../enroll/http-load.ts'
import { median } from '../median.ts'

/** An API server whose one administrator searches, one question at a time. */
export interface SearchSubject {
  /** of the median answer, in ms; fails unless all were answered 200 */
  ask(path: string, seconds: number): Promise<number>
  /** how many are found, and where the next page is */
  look(path: string): Promise<{ found: number; next: string | undefined }>
  stop(): Promise<void>
}

/** `url` is of a seeded search school that nobody else uses. */
export async function startSearchSubject(url: string): Promise<SearchSubject> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  const [, token] = await signTokens(dataDir, Date.now())
  const { port, stop } = await startBenchServer(url, dataDir)

  return {
    ask: async (path, seconds) => {
      const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`
      const { statuses, latencies } = await load({ port, connections: 1, seconds, next: () => request })
      if (statuses.size !== 1 || !statuses.has(200)) throw new Error(`${path} was answered ${[...statuses]}`)
      return median(latencies)
    },
    look: async (path) => {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
      const { entities, _links } = listUsersSchemas.reply.parse(await reply.json())
      return { found: entities.length, next: _links.next?.href }
    },
    stop: async () => {
      await stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}
