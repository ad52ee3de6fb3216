import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'

/** Departments by their ids, with the modules that each of them gains. */
export type Gains = ReadonlyMap<number, ReadonlySet<number>>

/** Students who are enrolled where that is automatic: in all such modules, unless some are named. */
export interface AutomaticScope {
  userIds: readonly number[]
  /** Only in these: a module that a student unenrolled from elsewhere stays so, whatever they did here. */
  moduleIds?: ReadonlySet<number>
}

/** Whose waiting a change may end: at a moment, or of a department's students for modules that it loses. */
export type WaitScope = { testmomentId: number } | { departmentId: number; moduleIds: readonly number[] }

/** Which students in line to find. */
export interface Claims {
  moment: { id: number }
  /** ms since the epoch */
  now: number
  /** most that are found */
  limit: number
  /** the moment after a change that is not yet written */
  wished?: Partial<MomentFacts>
}

/**
 * Changes in enrollments that a change of a department, module, moment or school year sets off. Enrollments import
 * those, and so cannot be imported there. Each hook is a step of the transaction that makes the change; the locks it
 * needs are named where it is written.
 */
export interface EnrollmentHooks {
  /** Enrolls students of one department, or of all, where that is automatic. */
  enrollStudents(
    trx: Transaction<Tables>,
    scope: { departmentId?: number; moduleIds?: ReadonlySet<number> },
    clock: () => number,
  ): Promise<EnrollmentsMade>
  /** Enrolls these students where that is automatic. */
  enrollAutomatically(trx: Transaction<Tables>, scope: AutomaticScope, clock: () => number): Promise<EnrollmentsMade>
  /** Enrolls students, given by department, in what their department gains. Result by department. */
  enrollInGains(
    trx: Transaction<Tables>,
    scope: { gains: Gains; students: ReadonlyMap<number, readonly number[]> },
    clock: () => number,
  ): Promise<Map<number, EnrollmentsMade>>
  /** Counts the students who lose a place in line by what this transaction has written. `now` in ms. */
  countLostWaits(trx: Transaction<Tables>, scope: WaitScope, now: number): Promise<number>
  /** Finds the students in line who could take a seat there now, should there be one. */
  findClaimants(kysely: Kysely<Tables>, claims: Claims): Promise<Set<number>>
  /** Takes everybody off the line of a moment that is about to be deleted; counts and notifies them. `now` in ms. */
  dissolveLine(trx: Transaction<Tables>, moment: WhenAndWhere & { id: number }, now: number): Promise<number>
}

let registered: EnrollmentHooks | undefined

/** Called once a process, before its first change, by `api-server/hooks.ts`. */
export function registerEnrollmentHooks(hooks: EnrollmentHooks): void {
  registered = hooks
}

/** Throws where none were registered: a change that set nothing off would leave students enrolled in what is gone. */
export function enrollmentHooks(): EnrollmentHooks {
  if (!registered) throw new Error('registerHooks() of api-server/hooks.ts was not called')
  return registered
}
