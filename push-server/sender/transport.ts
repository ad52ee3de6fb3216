import { Agent, errors } from 'undici'
import type { Answer } from './outcome.ts'

/** ms from the first attempt to connect until the whole answer */
const PATIENCE = 10_000

/** HTTP/1.1 has one push at a time on each; with HTTP/2 they all share one, see `IN_FLIGHT`. */
const CONNECTIONS = 50

/** What a push service's answer says beside its status and headers nobody reads. */
const ANSWER_READ = 4_096

export interface Posting {
  endpoint: URL
  headers: Record<string, string>
  body: Buffer
}

export interface Transport {
  /** Never rejects, and never follows a redirect. */
  post(posting: Posting): Promise<Answer>
  /** Cuts off what is still under way. */
  close(): Promise<void>
}

export interface TransportOptions {
  patience?: number
  /** a certificate (PEM) beside those that the machine trusts, for tests */
  ca?: string | undefined
}

/** HTTP/2 where a push service speaks it, else HTTP/1.1; connections are kept. */
export function createTransport({ patience = PATIENCE, ca }: TransportOptions = {}): Transport {
  const agent = new Agent({
    allowH2: true,
    connections: CONNECTIONS,
    connect: { timeout: patience, ...(ca !== undefined && { ca }) },
    headersTimeout: patience,
    bodyTimeout: patience,
  })
  return {
    post: async ({ endpoint, headers, body }) => {
      const patienceEnds = new AbortController()
      const timer = setTimeout(() => patienceEnds.abort(), patience)
      try {
        const reply = await agent.request({
          origin: endpoint.origin,
          path: endpoint.pathname + endpoint.search,
          method: 'POST',
          headers,
          body,
          signal: patienceEnds.signal,
        })
        await reply.body.dump({ limit: ANSWER_READ, signal: patienceEnds.signal })
        return { status: reply.statusCode, retryAfter: [reply.headers['retry-after']].flat()[0] }
      } catch (error) {
        return { code: patienceEnds.signal.aborted ? 'TIMEOUT' : codeOf(error) }
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => agent.destroy(),
  }
}

/** The code alone: a message may hold the endpoint. */
function codeOf(error: unknown): string {
  if (error instanceof errors.SocketError && error.cause instanceof Error) return codeOf(error.cause)
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED'
}
