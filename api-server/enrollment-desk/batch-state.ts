import type { EnrollmentFacts, mayUnenroll } from '#domain/enrollments/enrollment.rules.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'

/** An enrollment as the batch sees it; one that the batch itself accepted has no id before it is written. */
export interface HeldEnrollment extends EnrollmentFacts {
  id: number | undefined
  /** with what decides whether it can be left */
  moment: EnrollmentFacts['moment'] & Parameters<typeof mayUnenroll>[0]
  user_id: number
  /** ISO instant */
  created_at: string
  /** as in the table: what calendars know a moved one by */
  calendar_id: number | null
  calendar_sequence: number
}

export interface StudentState {
  /** null: no department yet, not onboarded, or not (only) a student: nothing is offered */
  education_department_id: number | null
  completed_module_ids: Set<number>
  /** at the moments of this batch, and in its modules in the active school year; changes with each decision */
  enrollments: HeldEnrollment[]
}

/** `module_ids` holds as much as a decision needs: those that the batch asks for, and one at least if any is listed. */
export interface MomentState extends MomentFacts {
  module_ids: number[]
  version: number
}

export interface ModuleState {
  name: string
  active: boolean
  department_ids: Set<number>
}

/** All that the decisions of one batch may depend on, by id; what is missing does not exist. */
export interface BatchState {
  students: Map<number, StudentState>
  moments: Map<number, MomentState>
  modules: Map<number, ModuleState>
}
