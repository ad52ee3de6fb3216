import type { DepartmentSwitchRefusal } from '#domain/departments/department.rules.ts'
import type { EnrollmentRefusal } from '#domain/enrollments/enrollment.rules.ts'
import type { Difference } from '#domain/entities/entity.schema.ts'
import type { SchoolNameRefusal, TakenNameRefusal } from '#domain/entities/school-name.rules.ts'
import type { ImportRefusal } from '#domain/import/import.rules.ts'
import type { ModuleRefusal } from '#domain/modules/module.rules.ts'
import type { SubscribingRefusal } from '#domain/push/subscribing.rules.ts'
import type { TestmomentEditRefusal } from '#domain/testmoments/testmoment-edit.rules.ts'
import type { NameRefusal, OnboardingRefusal } from '#domain/users/user-edit.rules.ts'

/** Every `reason` the API gives as a code. Its sentence for people is in reason.texts.ts. */
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
  | 'request-timeout'
  | 'headers-too-large'
  | 'body-too-large'
  | 'body-not-json'
  | 'too-many-requests'
  | 'unavailable'
  | 'internal-error'
  | 'version-stale'
  | 'confirmation-needed'
  | 'own-account'
  | 'testmoment-starts-closed'
  | DepartmentSwitchRefusal
  | EnrollmentRefusal
  | ImportRefusal
  | ModuleRefusal
  | NameRefusal
  | OnboardingRefusal
  | SchoolNameRefusal
  | SubscribingRefusal
  | TakenNameRefusal
  | TestmomentEditRefusal

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
  'request-timeout': 408,
  'version-stale': 409,
  'confirmation-needed': 409,
  'account-activated': 409,
  'import-changed': 409,
  'onboarding-done': 409,
  'onboarding-unfinished': 409,
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
  'schoolyear-name-taken': 422,
  'education-department-name-taken': 422,
  'module-name-taken': 422,
  'own-account': 422,
  'testmoment-starts-closed': 422,
  'school-name-missing': 422,
  'school-name-too-long': 422,
  'school-name-unreadable': 422,
  'enrollments-doubled': 422,
  'opening-past': 422,
  'closing-past': 422,
  'opening-too-late': 422,
  'schedule-reversed': 422,
  'push-endpoint-unknown': 422,
  'push-keys-unusable': 422,
  'push-vapid-key-unknown': 422,
  'push-device-removed': 422,
  'push-endpoint-gone': 422,
  'import-empty': 422,
  'import-too-long': 422,
  'import-line-too-long': 422,
  'import-quote-open': 422,
  'import-column-missing': 422,
  'name-missing': 422,
  'name-too-long': 422,
  'name-unreadable': 422,
  'education-department-unavailable': 422,
  'information-incomplete': 422,
  'too-many-requests': 429,
  'headers-too-large': 431,
  'internal-error': 500,
  unavailable: 503,
}

/** What every refusal tells: a Dutch sentence for people, beside a reason that is a code or words of its own. */
export interface Refusal {
  message: string
}

/** `details` of some reasons travel beside it: `ConfirmationNeeded`, `Stale`, `Doubled`, `ExistingEnrollment`, `Unreadable`, `ImportChanged`. */
export interface ErrorReply extends Refusal {
  reason: ReasonCode
}

/** What `version-stale` (409) answers: the entity as it is now, and where the edit and it differ, in Dutch. */
export interface Stale extends ErrorReply {
  reason: 'version-stale'
  entity: { version: number }
  differences: Difference[]
}

/** What `enrollments-doubled` (422) answers. */
export interface Doubled extends ErrorReply {
  reason: 'enrollments-doubled'
  students_doubled: number
}
