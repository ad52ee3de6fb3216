import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { reasonTexts } from '#contract/refusals.texts.ts'
import { type ErrorReply, type ReasonCode, statusOfReason } from '#contract/refusals.ts'
import type { Database } from '#database/engine/open-database.ts'
import { tryAgainText } from '#domain/calendar/try-again.texts.ts'
import { REQUEST_ID } from './logging.ts'
import { type Concerned, eventOfReason, type SecurityEvent, type SecurityLog } from './security-events.ts'
import type { Unavailability, UnavailableCause } from './unavailability.ts'

/** Details of a refusal for the log, never sent to the client. */
interface Noted extends Concerned {
  /** only if it differs from that of the reason */
  event?: SecurityEvent
}

interface ProblemOptions {
  retryAfter?: number
  details?: object
  /** sentence for people, if it says more than the reason's own */
  sentence?: string | undefined
  noted?: Noted
  cause?: UnavailableCause
}

/** Throw it anywhere below a route; the error handler answers `{reason, message}` with the status in `statusOfReason`. */
export class Problem extends Error {
  override name = 'Problem'
  readonly reason: ReasonCode
  /** seconds after which the client may try again, sent as Retry-After */
  readonly retryAfter: number | undefined
  /** details sent with the reason, see contract/refusals.ts */
  readonly details: object
  /** replaces the reason's own sentence */
  readonly sentence: string | undefined
  /** only for the security log, see security-events.ts */
  readonly noted: Noted | undefined
  /** cause of a 503 */
  readonly unavailableBy: UnavailableCause | undefined

  constructor(reason: ReasonCode, { retryAfter, details = {}, sentence, noted, cause }: ProblemOptions = {}) {
    super(reason)
    this.reason = reason
    this.retryAfter = retryAfter
    this.details = details
    this.sentence = sentence
    this.noted = noted
    this.unavailableBy = cause
  }
}

/** 503 with Retry-After: the server is overloaded, or the database unavailable. */
export const unavailable = (
  cause: UnavailableCause,
  { retryAfter = 1, details }: Pick<ProblemOptions, 'retryAfter' | 'details'> = {},
): Problem => new Problem('unavailable', { retryAfter, cause, ...(details && { details }) })

/** Reasons for refusals by Fastify itself, before a handler runs. */
const reasonOfCode: Partial<Record<string, ReasonCode>> = {
  FST_ERR_VALIDATION: 'request-malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request-malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request-malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'body-not-json',
}

interface ErrorHandling {
  /** cause, if the error came from the database */
  unavailableBy: Database['unavailableBy']
  unavailability: Unavailability
  security: SecurityLog
}

/**
 * Turns every error into `{reason, message}`. An unexpected error is logged with the request's id; the reply has that id as
 * `x-request-id` and no other detail. A refusal that is a security event goes to the security log.
 */
export const createErrorHandler =
  ({ unavailableBy, unavailability, security }: ErrorHandling) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    // If the client's connection broke there is nobody to answer, and nothing is wrong here.
    const problem = isCutOff(request) ? new Problem('request-malformed') : problemOf(error, unavailableBy)
    if (problem.reason === 'internal-error') request.log.error({ err: error, req: request }, 'unexpected error')
    if (problem.unavailableBy)
      unavailability.noteRequest(request.log, problem.unavailableBy, { err: error, req: request })
    noteRefusal(security, problem, request)
    sendProblem(problem, request, reply)
  }

/** Whether the client hung up before its request was complete. */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

function noteRefusal(security: SecurityLog, { reason, noted = {} }: Problem, request: FastifyRequest): void {
  const { event = eventOfReason[reason], ...concerned } = noted
  if (!event) return
  const caller = request.knownCaller ? { user: request.knownCaller.id, session: request.knownCaller.sessionId } : {}
  security.note(request.log, event, { ...caller, ...concerned })
}

export const errorReply = (reason: ReasonCode): ErrorReply => ({ reason, message: reasonTexts[reason] })

export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): void {
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
  const { details, reason, sentence = sentenceOf(problem) } = problem
  const body = { ...details, reason, message: sentence }
  reply.code(statusOfReason(problem.reason)).header(REQUEST_ID, request.id).send(body)
}

/** Sentence of the reason; it names the same time as Retry-After. */
const sentenceOf = ({ reason, retryAfter }: Problem): string =>
  reasonTexts[reason].replace(tryAgainText(null), tryAgainText(retryAfter))

function problemOf(error: FastifyError, unavailableBy: Database['unavailableBy']): Problem {
  if (error instanceof Problem) return error
  const fault = unavailableBy(error)
  if (fault) return unavailable(fault)
  const reason = reasonOfCode[error.code]
  if (reason) return new Problem(reason)
  // Fastify's own 4xx (a bad URL, a prototype poisoning body, …) without a code of ours
  const refused = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return new Problem(refused ? 'request-malformed' : 'internal-error')
}
