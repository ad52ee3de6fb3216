import { Agent, type Dispatcher, errors } from 'undici'

/** ms from the first attempt to connect until the whole answer, including a reconnect */
const TIMEOUT_MS = 10_000

/** Connections per push service: HTTP/1.1 sends one push at a time on each; with HTTP/2 all share one, see `IN_FLIGHT`. */
const CONNECTIONS = 50

interface Posting {
  endpoint: URL
  headers: Record<string, string>
  body: Buffer
}

/** Answer of a push service, or the code of the error that prevented one, e.g. 'ECONNRESET'. */
export type Answer = { status: number; retryAfter: string | undefined } | { code: string }

export interface Transport {
  /** Sends a push. Never rejects or follows a redirect. Retries once if the connection was lost. */
  post(posting: Posting): Promise<Answer>
  /** Aborts pushes under way. */
  close(): Promise<void>
}

interface TransportOptions {
  timeout?: number
  /** certificate (PEM) to trust in addition to the machine's own, for tests */
  ca?: string | undefined
}

/** Uses HTTP/2 if a push service supports it, otherwise HTTP/1.1; keeps connections open. */
export function createTransport({ timeout = TIMEOUT_MS, ca }: TransportOptions = {}): Transport {
  const agent = new Agent({
    allowH2: true,
    connections: CONNECTIONS,
    connect: { timeout, ...(ca !== undefined && { ca }) },
    // `AnswerReader` has one timeout for all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  // Uses `dispatch`: `request` makes a stream of each answer, which takes half as much time again.
  const post = ({ endpoint: { origin, pathname, search }, headers, body }: Posting, within: number) =>
    new Promise<Answer>((resolve) => {
      const reader = new AnswerReader(within, codeOf, resolve)
      agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, reader)
    })
  return {
    post: async (posting) => {
      const began = performance.now()
      const answer = await post(posting, timeout)
      if ('status' in answer || answer.code === 'TIMEOUT') return answer
      // A connection carries fifty pushes: at most one of them was the reason that it was cut.
      return post(posting, timeout - (performance.now() - began))
    },
    close: () => agent.destroy(),
  }
}

/** Only the code: an error's message may contain the endpoint. */
function codeOf(error: unknown): string {
  if (error instanceof errors.SocketError && error.cause instanceof Error) return codeOf(error.cause)
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED'
}

/** Bytes of an answer that are read, since only status and headers matter; longer answers are cut off. */
const MOST_BYTES_READ = 4_096

/** Reads one answer within a timeout (ms) that covers connecting, answering and ending. */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #timer: NodeJS.Timeout
  readonly #codeOf: (error: unknown) => string
  #resolve: ((answer: Answer) => void) | undefined
  #controller: Dispatcher.DispatchController | undefined
  #answer: Answer = { code: 'FAILED' }
  #read = 0

  constructor(timeout: number, codeOf: (error: unknown) => string, resolve: (answer: Answer) => void) {
    this.#codeOf = codeOf
    this.#resolve = resolve
    this.#timer = setTimeout(() => this.#giveUp({ code: 'TIMEOUT' }), timeout)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The timeout is over: there was no connection in time.
    if (!this.#resolve) controller.abort(new Error('too late'))
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#answer = { status, retryAfter: [headers['retry-after']].flat()[0] }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#read += chunk.length
    if (this.#read > MOST_BYTES_READ) this.#giveUp(this.#answer)
  }

  onResponseEnd(): void {
    this.#end(this.#answer)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end({ code: this.#codeOf(error) })
  }

  #giveUp(answer: Answer): void {
    this.#end(answer)
    this.#controller?.abort(new Error('cut off'))
  }

  #end(answer: Answer): void {
    clearTimeout(this.#timer)
    this.#resolve?.(answer)
    this.#resolve = undefined
  }
}
