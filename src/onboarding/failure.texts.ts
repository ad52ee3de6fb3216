import { nameRefusalTexts } from '#domain/users/name.texts.ts'
import { onboardingRefusalTexts } from '#domain/users/onboarding.texts.ts'
import { ApiError } from '#src/api/api-error.ts'
import { failureAdvice, type RefusalTexts } from '#src/api/failure.texts.ts'
import type { Failure } from './onboarding.context.ts'

/** Because of what the student or somebody else did, not because the server could not answer. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [403, 404, 409, 422].includes(error.status)

const refusals: RefusalTexts = { ...nameRefusalTexts, ...onboardingRefusalTexts }

/** For a toast; what to do about it stands where it went wrong. */
export const whatFailed = {
  loading: 'Deze stap kon niet worden geladen.',
  saving: 'Opslaan is niet gelukt.',
  confirming: 'Bevestigen is niet gelukt.',
} satisfies Record<Failure['during'], string>

/** What went wrong, and what to do. */
export const failureText = ({ during, error }: Failure): string =>
  `${whatFailed[during]} ${failureAdvice(error, { refusals, helper: 'je docent wiskunde' })}`
