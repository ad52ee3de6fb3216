import type { ErrorReply, ReasonCode } from '#contract/refusals.ts'

/** The server answered, and refused. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** the server's code, or its words where it has no code for this; never to be shown, see `sentence` */
  readonly reason: ReasonCode | (string & {})
  /** what the server tells people of it, or null where it told them nothing */
  readonly sentence: string | null
  /** all that is wrong, in sentences for people, where the server says it like that; else empty */
  readonly sentences: readonly string[]
  /** all that it answered */
  readonly details: unknown
  /** seconds the server asks to wait before the next attempt, or null */
  readonly retryAfter: number | null
  /** by which the server's log speaks of this call, or null */
  readonly requestId: string | null

  constructor(
    answer: {
      status: number
      reason: ReasonCode | (string & {})
      sentence?: string | null
      sentences?: readonly string[]
      retryAfter?: number | null
      requestId?: string | null
      details?: unknown
    },
    options?: ErrorOptions,
  ) {
    super(`${answer.status} ${answer.reason}`, options)
    this.status = answer.status
    this.reason = answer.reason
    this.sentence = answer.sentence ?? null
    this.sentences = answer.sentences ?? []
    this.details = answer.details
    this.retryAfter = answer.retryAfter ?? null
    this.requestId = answer.requestId ?? null
  }
}

/** No answer that can be trusted: offline, cut off, timed out, or a stranger (a captive portal) answered. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** false: the request never left; true: whether the server acted on it is unknown */
  readonly sent: boolean

  constructor({ sent = true, cause }: { sent?: boolean; cause?: unknown } = {}) {
    super(sent ? 'The server gave no answer' : 'The request could not be sent', { cause })
    this.sent = sent
  }
}

/**
 * The answer to a write was lost. `done`: it was carried out, and what it answered cannot be had any more. `unknown`: the
 * server could not be asked yet. A write that turns out not to have been received is a NetworkError that was not `sent`.
 */
export class LostAnswer extends NetworkError {
  readonly ending: 'done' | 'unknown'

  constructor(ending: 'done' | 'unknown', options: { cause?: unknown } = {}) {
    super(options)
    this.ending = ending
  }
}

/** Whether it was carried out all the same. */
export const isDone = (error: unknown): boolean => error instanceof LostAnswer && error.ending === 'done'

/** It answered in place of a server that it could not reach, or that it waited for in vain (RFC 9110 §15.6.3 and 5). */
export const isFromGateway = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 502 || error.status === 504)

/** Whether nobody knows what became of a call: a gateway that lost its server knows as little as silence does. */
export const isUnanswered = (error: unknown): boolean =>
  (error instanceof NetworkError && error.sent) || isFromGateway(error)

/** Whether the server refused for this reason; `details` then is what it told besides, as contract/refusals.ts says. */
export const isRefusedFor = <Reply extends ErrorReply>(
  error: unknown,
  reason: Reply['reason'],
): error is ApiError & { details: Reply } => error instanceof ApiError && error.reason === reason
