import type { z } from 'zod'
import type { UsernameFault } from '#domain/accounts/account.rules.ts'
import type { AuditRefusal } from '#domain/audit/audit.schema.ts'
import type { DepartmentSwitchRefusal } from '#domain/departments/department.rules.ts'
import type { MoveRefusal } from '#domain/enrollments/move.rules.ts'
import type { SchoolNameRefusal, TakenNameRefusal } from '#domain/entities/school-name.rules.ts'
import type { ImportFault } from '#domain/import/list-kind.ts'
import type { LoginRefusal } from '#domain/logins/login.texts.ts'
import type { MessageRefusal } from '#domain/messages/message.rules.ts'
import type { ModuleRefusal } from '#domain/modules/module.rules.ts'
import type { ConnectionRefusal } from '#domain/oeapi/connection.rules.ts'
import type { InvigilationRefusal, PresenceRefusal } from '#domain/presence/presence.rules.ts'
import type { SubscribingRefusal } from '#domain/push/subscribing.rules.ts'
import type { ResultRefusal } from '#domain/results/result.rules.ts'
import type { RoomRefusal } from '#domain/rooms/room.rules.ts'
import type { RecessRefusal } from '#domain/schoolyears/recess.rules.ts'
import type { SchoolyearRefusal } from '#domain/schoolyears/schoolyear.rules.ts'
import type { TestmomentEditRefusal } from '#domain/testmoments/testmoment-edit.rules.ts'
import type { FollowRefusal } from '#domain/users/followed.rules.ts'
import type { StudentNumberRefusal } from '#domain/users/student-number.rules.ts'
import type { ClassGroupRefusal, NameRefusal, OnboardingRefusal } from '#domain/users/user-edit.rules.ts'
import type { confirmedSchema } from './endpoint.schema.ts'
import type * as schemas from './refusal-fields.schema.ts'

/**
 * Reasons of the API itself, with their status. 401 ends the client's session, so no other refusal may have it. Refusals by a
 * rule of the domain are listed there, in the rule's own list or type, and have 422 unless they are conflicts.
 */
const statuses = {
  'request-malformed': 400,
  'token-missing': 401,
  'token-expired': 401,
  'token-revoked': 401,
  'login-failed': 401,
  'school-code-unknown': 401,
  'second-factor-over': 401,
  'login-method-off': 401,
  'password-login-off': 403,
  'second-factor-needed': 403,
  'second-factor-missing': 403,
  'login-too-old': 403,
  'login-too-weak': 403,
  'not-yours': 403,
  'not-found': 404,
  'factor-link-unknown': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'version-stale': 409,
  'confirmation-needed': 409,
  'plan-changed': 409,
  'account-activated': 409,
  'write-running': 409,
  'write-too-late': 409,
  'body-too-large': 413,
  'body-not-json': 415,
  'module-unknown': 422,
  'own-account': 422,
  'key-reused': 422,
  'username-taken': 422,
  'users-too-many': 422,
  'testmoment-starts-closed': 422,
  'too-many-requests': 429,
  'headers-too-large': 431,
  'internal-error': 500,
  unavailable: 503,
  'school-unavailable': 503,
} as const

/** Refusals because of the state of a record; in another state they would not occur. */
const conflicts: ReadonlySet<ReasonCode> = /* @__PURE__ */ new Set<RuleRefusal>([
  'module-archived',
  'module-in-use',
  'onboarding-done',
  'onboarding-unfinished',
  'room-in-use',
  'schoolyear-active',
  'schoolyear-archived',
  'schoolyear-in-use',
  'school-linked-already',
  'school-login-last',
  'second-factor-last',
  'testmoment-recorded',
])

/** Refusals for callers without an account: an invalid token here does not end a session. */
const forbidden: ReadonlySet<ReasonCode> = /* @__PURE__ */ new Set<RuleRefusal>([
  'link-ended',
  'link-not-yet',
  'rooms-not-published',
  'code-wrong',
  'device-refused',
  'devices-full',
  'presence-closed',
])

type RuleRefusal =
  | AuditRefusal
  | ClassGroupRefusal
  | ConnectionRefusal
  | DepartmentSwitchRefusal
  | FollowRefusal
  | ImportFault
  | InvigilationRefusal
  | LoginRefusal
  | MessageRefusal
  | ModuleRefusal
  | MoveRefusal
  | NameRefusal
  | OnboardingRefusal
  | PresenceRefusal
  | RecessRefusal
  | ResultRefusal
  | RoomRefusal
  | SchoolNameRefusal
  | SchoolyearRefusal
  | StudentNumberRefusal
  | SubscribingRefusal
  | TakenNameRefusal
  | TestmomentEditRefusal
  | UsernameFault

/** Every code that the API gives as `reason`. Its sentence is in refusals.texts.ts: a code without one does not compile. */
export type ReasonCode = keyof typeof statuses | RuleRefusal

export function statusOfReason(reason: ReasonCode): number {
  const statusByCode: Partial<Record<ReasonCode, number>> = statuses
  const status = statusByCode[reason]
  if (status !== undefined) return status
  if (conflicts.has(reason)) return 409
  return forbidden.has(reason) ? 403 : 422
}

/** A refusal with a code, and a Dutch sentence for users. Some reasons have more fields: the types below. */
export type ErrorReply = z.output<ReturnType<typeof schemas.plainRefusalSchema<ReasonCode>>>

/** A refusal for one reason, with the fields that this reason has. */
export type RefusalWith<Reason extends ReasonCode, Details extends z.ZodType> = Omit<ErrorReply, 'reason'> & {
  reason: Reason
} & z.output<Details>

/** 409: the current entity, and its differences from the edit, in Dutch. */
export type Stale = RefusalWith<'version-stale', typeof schemas.staleSchema> & { entity: { version: number } }

export type ModuleInUse = RefusalWith<'module-in-use', typeof schemas.moduleInUseSchema>

export type UsernameTaken = RefusalWith<'username-taken', typeof schemas.usernameTakenSchema>

export type RoomFull = RefusalWith<'room-full', typeof schemas.roomFullSchema>

export type Doubled = RefusalWith<'enrollments-doubled', typeof schemas.doubledSchema>

export type SchoolyearInUse = RefusalWith<'schoolyear-in-use', typeof schemas.schoolyearInUseSchema>

export type ConfirmationNeeded = RefusalWith<'confirmation-needed', typeof schemas.confirmationNeededSchema>

/** 409: the current effects of the act, which differ from those confirmed. */
export type PlanChanged<Preview> = RefusalWith<'plan-changed', typeof schemas.planChangedSchema> & { preview: Preview }

/** Instead of a confirmation, for a caller who has none yet and wants to be asked first about any large change. */
export const ASK_FIRST = 'ask'

export type Confirmed = z.output<typeof confirmedSchema>
