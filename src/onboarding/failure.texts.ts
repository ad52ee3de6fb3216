import { nameRefusalTexts } from '#domain/user/name.texts.ts'
import { onboardingRefusalTexts } from '#domain/user/onboarding.texts.ts'
import { ApiError } from '#src/api/api-error.ts'
import { NetworkError } from '#src/api/network-error.ts'
import type { Failure } from './onboarding.context.ts'

/** Because of what the student or somebody else did, not because the server could not answer. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [403, 404, 409, 422].includes(error.status)

const refusalTexts: Partial<Record<string, string>> = { ...nameRefusalTexts, ...onboardingRefusalTexts }

/** For a toast; what to do about it stands where it went wrong. */
export const whatFailed = {
  loading: 'Deze stap kon niet worden geladen.',
  saving: 'Opslaan is niet gelukt.',
  confirming: 'Bevestigen is niet gelukt.',
} satisfies Record<Failure['during'], string>

/** What went wrong, and what to do. */
export const failureText = ({ during, error }: Failure): string => `${whatFailed[during]} ${adviceOn(error)}`

function adviceOn(error: unknown): string {
  if (error instanceof NetworkError)
    return 'Er kwam geen antwoord van de server. Controleer je internetverbinding en probeer het opnieuw.'
  if (!(error instanceof ApiError)) return 'Probeer het opnieuw; blijft het misgaan, vraag dan je docent wiskunde.'
  if (error.status === 429 || error.status === 503)
    return 'De server kan het nu niet aan. Probeer het over een minuut opnieuw.'
  return refusalTexts[error.reason] ?? 'Probeer het opnieuw; blijft het misgaan, vraag dan je docent wiskunde.'
}
