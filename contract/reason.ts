import type { EnrollmentRefusal } from '#domain/enrollment/enrollment.rules.ts'
import type { NameRefusal } from '#domain/user/name.rules.ts'
import type { OnboardingRefusal } from '#domain/user/onboarding.rules.ts'

/** Every `reason` the API gives as a code. The Dutch sentence for people is chosen where it shows. */
export type ReasonCode =
  | 'request-malformed'
  | 'token-missing'
  | 'token-expired'
  | 'token-revoked'
  | 'login-failed'
  | 'account-not-activated'
  | 'account-activated'
  | 'not-yours'
  | 'not-found'
  | 'method-not-allowed'
  | 'body-too-large'
  | 'body-not-json'
  | 'too-many-requests'
  | 'unavailable'
  | 'internal-error'
  | 'version-stale'
  | 'module-unknown'
  | EnrollmentRefusal
  | NameRefusal
  | OnboardingRefusal

/** The one table from reason to HTTP status. 401 ends the client's session, so nothing else may answer it. */
export const statusOfReason: Record<ReasonCode, number> = {
  'request-malformed': 400,
  'token-missing': 401,
  'token-expired': 401,
  'token-revoked': 401,
  'login-failed': 401,
  'account-not-activated': 401,
  'not-yours': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'version-stale': 409,
  'account-activated': 409,
  'onboarding-done': 409,
  'body-too-large': 413,
  'body-not-json': 415,
  'enrollments-closed': 422,
  'existing-enrollment': 422,
  'no-slots-left': 422,
  'module-unavailable': 422,
  'module-completed': 422,
  'testmoment-past': 422,
  'schoolyear-inactive': 422,
  'module-unknown': 422,
  'name-missing': 422,
  'name-too-long': 422,
  'name-unreadable': 422,
  'education-department-unavailable': 422,
  'information-incomplete': 422,
  'too-many-requests': 429,
  'internal-error': 500,
  unavailable: 503,
}

export interface ErrorReply {
  reason: ReasonCode
}
