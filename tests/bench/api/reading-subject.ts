import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { HELLO } from '../enroll/bench-paths.ts'
import { startBenchServer } from '../enroll/bench-server-process.ts'
import { signTokens } from '../enroll/bench-tokens.ts'
import { load } from '../enroll/http-load.ts'

/** Enough that nobody's list is asked for twice in one turn of the server. */
const READERS = 1_000

/** An API server whose students read. Each gives answers a second, and fails unless all were as they should be. */
export interface ReadingSubject {
  hello(connections: number, seconds: number): Promise<number>
  /** one student after the other reads their own list */
  read(list: Endpoint, connections: number, seconds: number): Promise<number>
  /** the same by students who have it already and say so: all are answered 304 */
  readAgain(list: Endpoint, connections: number, seconds: number): Promise<number>
  stop(): Promise<void>
}

/** `url` is of a seeded reading school that nobody else uses. */
export async function startReadingSubject(url: string): Promise<ReadingSubject> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  const tokens = await signTokens(dataDir, Date.now())
  const { port, stop } = await startBenchServer(url, dataDir)
  const known = new Map<Endpoint, string[]>()

  const request = (path: string, headers: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`
  const bearer = (id: number) => `Authorization: Bearer ${tokens[id]}\r\n`

  const measure = async (status: number, connections: number, seconds: number, requests: readonly string[]) => {
    let n = 0
    const next = () => requests[n++ % requests.length] ?? ''
    const { perSecond, statuses } = await load({ port, connections, seconds, next })
    if (statuses.size !== 1 || !statuses.has(status))
      throw new Error(`not all were answered ${status}: ${[...statuses]}`)
    return perSecond
  }

  /** Of what each reader is shown now. */
  const learnTags = async (list: Endpoint): Promise<string[]> => {
    const tags: string[] = []
    for (const id of readers) {
      const headers = { authorization: `Bearer ${tokens[id]}` }
      const reply = await fetch(`http://127.0.0.1:${port}${pathOf(list, { id })}`, { headers })
      await reply.arrayBuffer()
      tags[id] = reply.headers.get('etag') ?? ''
    }
    return tags
  }

  return {
    hello: (connections, seconds) => measure(200, connections, seconds, [request(HELLO, '')]),
    read: (list, connections, seconds) => {
      const requests = readers.map((id) => request(pathOf(list, { id }), bearer(id)))
      return measure(200, connections, seconds, requests)
    },
    readAgain: async (list, connections, seconds) => {
      const tags = known.get(list) ?? (await learnTags(list))
      known.set(list, tags)
      const requests = readers.map((id) => request(pathOf(list, { id }), `${bearer(id)}If-None-Match: ${tags[id]}\r\n`))
      return measure(304, connections, seconds, requests)
    },
    stop: async () => {
      await stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

const readers = Array.from({ length: READERS }, (_, index) => index + 1)
