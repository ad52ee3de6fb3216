import { tryAgainText } from '#domain/calendar/try-again.texts.ts'
import { ApiError, isFromGateway, LostAnswer, NetworkError } from './api-error.ts'

export type FailureKind = 'unreachable' | 'throttled' | 'busy' | 'gone' | 'broken'

/** `isGone`: the server is known to be unreachable, which then explains other failures, such as of loading a screen's code. */
export function kindOfFailure(error: unknown, isGone = false): FailureKind {
  if (error instanceof NetworkError || isFromGateway(error)) return 'unreachable'
  if (!(error instanceof ApiError)) return isGone ? 'unreachable' : 'broken'
  if (error.status === 429) return 'throttled'
  if (error.status === 503) return 'busy'
  return error.status === 404 ? 'gone' : 'broken'
}

/** Texts about any write whose answer was lost. */
const lostAnswerTexts = {
  done: 'Dit is gelukt. Alleen het antwoord van de server kwam niet aan.',
  unknown:
    'Het is nog niet bekend of dit is gelukt: er kwam geen antwoord van de server. We kijken het na zodra dat kan.',
} satisfies Record<LostAnswer['ending'], string>

/** Whole text about a write whose answer was lost: no screen may add that it failed. Null for other errors. */
export const lostAnswerText = (error: unknown): string | null =>
  error instanceof LostAnswer ? lostAnswerTexts[error.ending] : null

/** Ending that a sentence of `lostAnswerText` is about. Neither is a failure, so neither may look like one. */
export function lostAnswerEnding(text: string): LostAnswer['ending'] | null {
  if (text === lostAnswerTexts.done) return 'done'
  return text === lostAnswerTexts.unknown ? 'unknown' : null
}

/** A screen's own sentences for refusals, where they are better than the server's. */
export type RefusalTexts = Partial<Record<string, string>>

interface WordsOfScreen {
  refusals?: RefusalTexts | undefined
  /** person to ask when trying again does not help */
  helper?: string | undefined
}

/** Why a call failed, as far as known, and what to do. */
export function failureAdvice(error: unknown, { refusals = {}, helper }: WordsOfScreen = {}): string {
  const kind = kindOfFailure(error)
  if (error instanceof LostAnswer) return lostAnswerTexts[error.ending]
  if (kind === 'unreachable')
    return 'Er kwam geen antwoord van de server. Controleer je internetverbinding en probeer het opnieuw.'
  if (!(error instanceof ApiError)) return lastResort(helper)
  const refusal = refusals[error.reason]
  if (refusal) return refusal
  if (kind === 'throttled') return `Dit is te vaak geprobeerd. ${tryAgainText(error.retryAfter)}`
  if (kind === 'busy') return `De server kan je aanvraag nu niet aan. ${tryAgainText(error.retryAfter)}`
  // After its own failures the server can only advise to try again.
  const saysMore = error.status < 500 || helper === undefined
  return (saysMore && error.sentence) || lastResort(helper, error.requestId)
}

/** Names the person to ask, if there is one, and the request's id in the server's log. */
function lastResort(helper?: string, requestId: string | null = null): string {
  if (helper === undefined) return 'Probeer het opnieuw.'
  return `Probeer het opnieuw; blijft het misgaan, vraag dan ${helper}.${idText(requestId)}`
}

export const idText = (requestId: string | null): string => (requestId ? ` Noem dan dit kenmerk: ${requestId}` : '')
