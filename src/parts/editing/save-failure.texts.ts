import { schoolNameRefusalTexts } from '#domain/school-name/school-name.texts.ts'
import { ApiError } from '#src/api/api-error.ts'
import { NetworkError } from '#src/api/network-error.ts'

/** Refusals that say themselves what to do; each screen adds its own. */
export type RefusalTexts = Partial<Record<string, string>>

const names: RefusalTexts = schoolNameRefusalTexts

/** What failed, in the words of the screen, and what to do. */
export function saveFailureText(error: unknown, whatFailed: string, refusals: RefusalTexts = {}): string {
  return textOfRefusal(error, refusals) ?? `${whatFailed.replace(/\.$/, '')}. ${adviceOn(error)}`
}

/** The same, with the server's own message where there are no better words for it. */
export function failureTextWithMessage(error: unknown, whatFailed: string, refusals: RefusalTexts = {}): string {
  const message =
    error instanceof ApiError && !textOfRefusal(error, refusals) && ` Melding van de server: ${error.reason}.`
  return saveFailureText(error, whatFailed, refusals) + (message || '')
}

const textOfRefusal = (error: unknown, refusals: RefusalTexts): string | undefined =>
  error instanceof ApiError ? (refusals[error.reason] ?? names[error.reason]) : undefined

function adviceOn(error: unknown): string {
  if (error instanceof NetworkError)
    return 'Er kwam geen antwoord van de server. Controleer je verbinding en probeer het opnieuw.'
  if (!(error instanceof ApiError)) return 'Probeer het opnieuw.'
  if (error.status === 429 || error.status === 503)
    return 'De server kan het nu niet aan. Probeer het over een minuut opnieuw.'
  if (error.status === 404) return 'Het bestaat niet meer: iemand anders heeft het verwijderd.'
  return 'Probeer het opnieuw.'
}
