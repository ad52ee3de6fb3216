import type { ErrorReply, ReasonCode } from '#contract/refusals.ts'

/** The server answered, and refused. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** refusal code, or the server's text where it has no code; not for users, see `sentence` */
  readonly reason: ReasonCode | (string & {})
  /** the server's sentence for users, or null */
  readonly sentence: string | null
  /** all errors, one sentence each; empty where the server gives one code */
  readonly sentences: readonly string[]
  readonly details: unknown
  /** seconds to wait before the next attempt, or null */
  readonly retryAfter: number | null
  /** id of this call in the server's log, or null */
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

/** No trustworthy answer: offline, cut off, timed out, or a captive portal answered. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** false: the server did not carry it out; true: it may have */
  readonly sent: boolean

  constructor({ sent = true, cause }: { sent?: boolean; cause?: unknown } = {}) {
    super(sent ? 'The server gave no answer' : 'The request could not be sent', { cause })
    this.sent = sent
  }
}

/**
 * The answer to a write was lost. `done`: the write was carried out. `unknown`: the server could not be asked yet. A write that
 * was not received rejects with a NetworkError whose `sent` is false.
 */
export class LostAnswer extends NetworkError {
  readonly ending: 'done' | 'unknown'
  /** the write, while its outcome is asked for; the screen that sent it names its act there */
  write: { act?: string } | undefined

  constructor(ending: 'done' | 'unknown', options: { cause?: unknown } = {}) {
    super(options)
    this.ending = ending
  }
}

/** The write was carried out; only its answer was lost. */
export const isDone = (error: unknown): boolean => error instanceof LostAnswer && error.ending === 'done'

/** A gateway answered, since it could not reach the server or waited too long (RFC 9110 §15.6.3 and 5). */
export const isFromGateway = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 502 || error.status === 504)

/** The outcome of the call is unknown: no answer came, or a gateway answered in the server's place. */
export const isUnanswered = (error: unknown): boolean =>
  (error instanceof NetworkError && error.sent) || isFromGateway(error)

/** The server refused for this reason; `details` then has the shape that contract/refusals.ts gives. */
export const isRefusedFor = <Reply extends ErrorReply>(
  error: unknown,
  reason: Reply['reason'],
): error is ApiError & { details: Reply } => error instanceof ApiError && error.reason === reason
