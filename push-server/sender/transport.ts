import { Agent, type Dispatcher, errors } from 'undici'

/** ms from the first attempt to connect until the whole answer, also where a connection was lost between */
const TIMEOUT_MS = 10_000

/** HTTP/1.1 has one push at a time on each; with HTTP/2 they all share one, see `IN_FLIGHT`. */
const CONNECTIONS = 50

interface Posting {
  endpoint: URL
  headers: Record<string, string>
  body: Buffer
}

/** Answer of a push service, or the code of the error that prevented one, e.g. 'ECONNRESET'. */
export type Answer = { status: number; retryAfter: string | undefined } | { code: string }

export interface Transport {
  /** Never rejects, and never follows a redirect. A connection that is lost is made once more. */
  post(posting: Posting): Promise<Answer>
  /** Cuts off what is still under way. */
  close(): Promise<void>
}

interface TransportOptions {
  timeout?: number
  /** a certificate (PEM) beside those that the machine trusts, for tests */
  ca?: string | undefined
}

/** HTTP/2 where a push service speaks it, else HTTP/1.1; connections are kept. */
export function createTransport({ timeout = TIMEOUT_MS, ca }: TransportOptions = {}): Transport {
  const agent = new Agent({
    allowH2: true,
    connections: CONNECTIONS,
    connect: { timeout, ...(ca !== undefined && { ca }) },
    // `AnswerReader` watches the clock, for all of it together.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  // Posts with `dispatch`: `request` makes a stream of each answer, which takes half as much again.
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
      // One connection carries fifty pushes: what cut it was about one of them at most.
      return post(posting, timeout - (performance.now() - began))
    },
    close: () => agent.destroy(),
  }
}

/** The code alone: a message may hold the endpoint. */
function codeOf(error: unknown): string {
  if (error instanceof errors.SocketError && error.cause instanceof Error) return codeOf(error.cause)
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED'
}

/** Nobody reads a push service's answer beyond its status and headers; a longer one is cut off. */
const READ = 4_096

/** Waits for one answer, and no longer than its timeout (ms), whatever is slow: connecting, answering or ending. */
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
    // Nobody waits any more: there was no connection in time.
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
    if (this.#read > READ) this.#giveUp(this.#answer)
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
