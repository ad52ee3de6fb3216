import { Agent, errors } from 'undici'
import { AnswerReader } from './answer-reader.ts'
import type { Answer } from './outcome.ts'

/** ms from the first attempt to connect until the whole answer, also where a connection was lost between */
const PATIENCE = 10_000

/** HTTP/1.1 has one push at a time on each; with HTTP/2 they all share one, see `IN_FLIGHT`. */
const CONNECTIONS = 50

export interface Posting {
  endpoint: URL
  headers: Record<string, string>
  body: Buffer
}

export interface Transport {
  /** Never rejects, and never follows a redirect. A connection that is lost is made once more. */
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
    // `AnswerReader` watches the clock, for all of it together.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  // By `dispatch`: `request` makes a stream of each answer, which takes half as much again.
  const post = ({ endpoint: { origin, pathname, search }, headers, body }: Posting, within: number) =>
    new Promise<Answer>((resolve) => {
      const reader = new AnswerReader(within, codeOf, resolve)
      agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, reader)
    })
  return {
    post: async (posting) => {
      const began = performance.now()
      const answer = await post(posting, patience)
      if ('status' in answer || answer.code === 'TIMEOUT') return answer
      // One connection carries fifty pushes: what cut it was about one of them at most.
      return post(posting, patience - (performance.now() - began))
    },
    close: () => agent.destroy(),
  }
}

/** The code alone: a message may hold the endpoint. */
function codeOf(error: unknown): string {
  if (error instanceof errors.SocketError && error.cause instanceof Error) return codeOf(error.cause)
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED'
}
