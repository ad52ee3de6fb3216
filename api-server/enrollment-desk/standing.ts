import {
  type EnrollmentQuestion,
  type EnrollmentRefusal,
  existingEnrollment,
  type HeldElsewhere,
  heldElsewhere,
  type ModuleFacts,
} from '#domain/enrollments/enrollment.rules.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import type { BatchState, HeldEnrollment, StudentState } from './batch-state.ts'

/** How a student of the batch stands with a module. */
export function standing(id: number, { modules }: BatchState, student: StudentState): ModuleFacts {
  const module = modules.get(id)
  const { education_department_id, completed_module_ids } = student
  return {
    id,
    active: module?.active ?? false,
    in_department: education_department_id !== null && module?.department_ids.has(education_department_id) === true,
    is_completed: completed_module_ids.has(id),
  }
}

/** An enrollment that is accepted and gets its id when it is written. */
export const enrolled = (
  { user_id, module_id }: { user_id: number; module_id: number },
  moment: MomentFacts,
  now: number,
): HeldEnrollment => ({
  id: undefined,
  user_id,
  testmoment_id: moment.id,
  module_id,
  created_at: new Date(now).toISOString(),
  calendar_id: null,
  calendar_sequence: 0,
  moment,
})

/** Where a student takes the module already, for whom that is why not. */
export function heldBy(
  refusal: EnrollmentRefusal,
  question: EnrollmentQuestion & { enrollments: readonly HeldEnrollment[] },
): { held?: HeldElsewhere } {
  if (refusal !== 'existing-enrollment') return {}
  const held = existingEnrollment(question.enrollments, question.module.id, question.now)
  return held ? { held: heldElsewhere(question, { id: held.testmoment_id, ...held.moment }) } : {}
}
