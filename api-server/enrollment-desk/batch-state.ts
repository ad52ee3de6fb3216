import type { EnrollmentFacts } from '#domain/enrollment/enrollment.rules.ts'
import type { MomentFacts } from '#domain/testmoment/testmoment.rules.ts'

/** An enrolment as the batch sees it; one that the batch itself accepted has no id before it is written. */
export interface HeldEnrollment extends EnrollmentFacts {
  id: number | undefined
  user_id: number
  module_name: string
  /** ISO instant */
  created_at: string
}

export interface StudentState {
  /** null: no department yet, or not (only) a student: nothing is offered */
  education_department_id: number | null
  completed_module_ids: Set<number>
  /** in the active school year, and at the moments of this batch; changes with each decision */
  enrollments: HeldEnrollment[]
}

export interface ModuleState {
  name: string
  active: boolean
  department_ids: Set<number>
}

/** All that the decisions of one batch may depend on, by id; what is missing does not exist. */
export interface BatchState {
  students: Map<number, StudentState>
  moments: Map<number, MomentFacts>
  modules: Map<number, ModuleState>
}
