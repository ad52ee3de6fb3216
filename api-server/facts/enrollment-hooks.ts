import type { Kysely, Transaction } from '#database/tables.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'

/** Modules that departments gain, by department id. */
export type Gains = ReadonlyMap<number, ReadonlySet<number>>

/** Students to enroll automatically, in all automatic modules or only in some. */
export interface AutomaticScope {
  userIds: readonly number[]
  /** only in these: where a student unenrolled from another module, they stay unenrolled */
  moduleIds?: ReadonlySet<number>
}

/** Waits that a change may end: those at a moment, or those of a department's students for modules that it loses. */
export type WaitScope = { testmomentId: number } | { departmentId: number; moduleIds: readonly number[] }

/** Query for students in line. */
export interface Claims {
  moment: { id: number }
  now: number
  limit: number
  /** fields of the moment after a change that is not written yet */
  wished?: Partial<MomentFacts>
}

/**
 * Changes of enrollments caused by a change of a department, module, moment or school year. Hooks, since enrollments import
 * those and can't be imported there. Each hook is a step of the transaction with the change; its implementation says which
 * locks it needs.
 */
export interface EnrollmentHooks {
  /** enrolls students of one department, or of all, where that is automatic */
  enrollStudents(
    trx: Transaction,
    scope: { departmentId?: number; moduleIds?: ReadonlySet<number> },
    clock: () => number,
  ): Promise<EnrollmentsMade>
  enrollAutomatically(trx: Transaction, scope: AutomaticScope, clock: () => number): Promise<EnrollmentsMade>
  /** enrolls students, given by department, in modules that their department gains; counts by department */
  enrollInGains(
    trx: Transaction,
    scope: { gains: Gains; students: ReadonlyMap<number, readonly number[]> },
    clock: () => number,
  ): Promise<Map<number, EnrollmentsMade>>
  /** counts students who lose a place in line through what this transaction has written; `now` in ms */
  countLostWaits(trx: Transaction, scope: WaitScope, now: number): Promise<number>
  /** finds students in line who could take a seat there now, should one be free */
  findClaimants(kysely: Kysely, claims: Claims): Promise<Set<number>>
  /** removes everybody from the line of a moment about to be deleted, notifies and counts them; `now` in ms */
  dissolveLine(trx: Transaction, moment: WhenAndWhere & { id: number }, now: number): Promise<number>
}

let registered: EnrollmentHooks | undefined

/** Called once per process before its first change, by `api-server/hooks.ts`. */
export function registerEnrollmentHooks(hooks: EnrollmentHooks): void {
  registered = hooks
}

/** The registered hooks. Throws if there are none: changes without effects would leave enrollments in removed things. */
export function enrollmentHooks(): EnrollmentHooks {
  if (!registered) throw new Error('registerHooks() of api-server/hooks.ts was not called')
  return registered
}
