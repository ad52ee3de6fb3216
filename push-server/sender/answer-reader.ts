import type { Dispatcher } from 'undici'
import type { Answer } from './outcome.ts'

/** What a push service says beside its status and headers nobody reads; whoever says more is cut off. */
const READ = 4_096

/** Waits for one answer, and no longer than its patience (ms), whatever is slow: connecting, answering or ending. */
export class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #timer: NodeJS.Timeout
  readonly #codeOf: (error: unknown) => string
  #resolve: ((answer: Answer) => void) | undefined
  #controller: Dispatcher.DispatchController | undefined
  #answer: Answer = { code: 'FAILED' }
  #read = 0

  constructor(patience: number, codeOf: (error: unknown) => string, resolve: (answer: Answer) => void) {
    this.#codeOf = codeOf
    this.#resolve = resolve
    this.#timer = setTimeout(() => this.#giveUp({ code: 'TIMEOUT' }), patience)
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
