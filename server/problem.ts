import type { ReasonCode } from '#contract/reason.ts'
import type { Concerned, SecurityEvent } from './security-events.ts'
import type { UnavailableCause } from './unavailability.ts'

/** What the log tells of a refusal, and the answer does not. */
interface Noted extends Concerned {
  /** unless it follows from the reason */
  event?: SecurityEvent
}

interface ProblemOptions {
  retryAfter?: number
  details?: object
  noted?: Noted
  cause?: UnavailableCause
}

/**
 * A refusal with its reason, thrown anywhere below a route and answered by the error handler as `{reason, message}`
 * with the status of `statusOfReason`.
 */
export class Problem extends Error {
  override name = 'Problem'
  readonly reason: ReasonCode
  /** seconds after which trying again makes sense; goes out as Retry-After */
  readonly retryAfter: number | undefined
  /** what goes out beside the reason, see contract/reason.ts */
  readonly details: object
  /** for the security log alone, see security-events.ts */
  readonly noted: Noted | undefined
  /** of a 503 */
  readonly unavailableBy: UnavailableCause | undefined

  constructor(reason: ReasonCode, { retryAfter, details = {}, noted, cause }: ProblemOptions = {}) {
    super(reason)
    this.reason = reason
    this.retryAfter = retryAfter
    this.details = details
    this.noted = noted
    this.unavailableBy = cause
  }
}

/** Too much to do, or the database is away: 503 with Retry-After. */
export const unavailable = (
  cause: UnavailableCause,
  { retryAfter = 1, details }: Pick<ProblemOptions, 'retryAfter' | 'details'> = {},
): Problem => new Problem('unavailable', { retryAfter, cause, ...(details && { details }) })
