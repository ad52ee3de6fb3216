import { schoolNameRefusalTexts } from '#domain/school-name/school-name.texts.ts'
import { ApiError } from '#src/api/api-error.ts'
import { isFromGateway, NetworkError } from '#src/api/network-error.ts'

/** Refusals in the words of a screen, where it has better ones than the server's sentence. */
export type RefusalTexts = Partial<Record<string, string>>

const names: RefusalTexts = schoolNameRefusalTexts

/** What failed, in the words of the screen, and then why or what to do. */
export const saveFailureText = (error: unknown, whatFailed: string, refusals: RefusalTexts = {}): string =>
  `${whatFailed.replace(/\.$/, '')}. ${causeOf(error, refusals)}`

function causeOf(error: unknown, refusals: RefusalTexts): string {
  if (error instanceof NetworkError || isFromGateway(error))
    return 'Er kwam geen antwoord van de server. Controleer je verbinding en probeer het opnieuw.'
  if (!(error instanceof ApiError)) return 'Probeer het opnieuw.'
  const sentence = refusals[error.reason] ?? names[error.reason] ?? error.sentence
  if (sentence) return sentence
  // A proxy answers without a sentence of ours.
  return error.status === 429 || error.status >= 502
    ? 'De server kan het nu niet aan. Probeer het over een minuut opnieuw.'
    : 'Probeer het opnieuw.'
}
