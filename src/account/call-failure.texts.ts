import { ApiError } from '#src/api/api-error.ts'
import { NetworkError } from '#src/api/network-error.ts'

type CallFailure = 'no-network' | 'too-many-requests' | 'unavailable' | 'broken'

/** What went wrong that is not in the form, and what to do. */
const texts = {
  'no-network': () => 'Er is geen verbinding met de server. Controleer je internetverbinding en probeer het opnieuw.',
  'too-many-requests': (seconds) => `Dit is te vaak geprobeerd. Wacht ${waitOf(seconds)} en probeer het dan opnieuw.`,
  unavailable: () => 'De server kan je aanvraag nu niet aan. Probeer het over een minuut opnieuw.',
  broken: () => 'Er is iets misgegaan. Probeer het opnieuw; blijft het misgaan, vraag dan je docent wiskunde.',
} satisfies Record<CallFailure, (seconds: number | null) => string>

/** For what nobody foresaw with the words by which it is found in the server's log. */
export function callFailureText(error: unknown): string {
  const kind = kindOf(error)
  if (!(error instanceof ApiError)) return texts[kind](null)
  const text = (kind === 'broken' && error.status < 500 && error.sentence) || texts[kind](error.retryAfter)
  return kind === 'broken' && error.requestId ? `${text} Noem dan dit kenmerk: ${error.requestId}` : text
}

function kindOf(error: unknown): CallFailure {
  if (error instanceof NetworkError) return 'no-network'
  if (!(error instanceof ApiError)) return 'broken'
  if (error.status === 429) return 'too-many-requests'
  return error.status >= 502 ? 'unavailable' : 'broken'
}

/** Rounded up: who comes back too early is sent away again. */
function waitOf(seconds: number | null): string {
  if (seconds === null) return 'even'
  if (seconds <= 60) return 'een minuut'
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minuten` : `${Math.ceil(minutes / 60)} uur`
}
