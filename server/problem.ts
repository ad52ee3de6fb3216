import type { ReasonCode } from '#contract/reason.ts'

/**
 * A refusal with its reason, thrown anywhere below a route and answered by the error handler as `{reason}` with the
 * status of `statusOfReason`.
 */
export class Problem extends Error {
  override name = 'Problem'
  readonly reason: ReasonCode
  /** seconds after which trying again makes sense; goes out as Retry-After */
  readonly retryAfter: number | undefined
  /** what goes out beside the reason, see contract/reason.ts */
  readonly details: object

  constructor(reason: ReasonCode, { retryAfter, details = {} }: { retryAfter?: number; details?: object } = {}) {
    super(reason)
    this.reason = reason
    this.retryAfter = retryAfter
    this.details = details
  }
}

/** Too much to do, or the database is away: 503 with Retry-After. */
export const unavailable = (retryAfter = 1): Problem => new Problem('unavailable', { retryAfter })
