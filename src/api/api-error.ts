import type { ReasonCode } from '#contract/reason.ts'

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
