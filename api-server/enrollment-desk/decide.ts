import type { ReasonCode } from '#contract/reason.ts'
import { type ModuleFacts, mayEnroll, mayUnenroll } from '#domain/enrollment/enrollment.rules.ts'
import type { MomentFacts } from '#domain/testmoment/testmoment.rules.ts'
import type { BatchState, HeldEnrollment, ModuleState, StudentState } from './batch-state.ts'
import type { DeskRequest, EnrollRequest, LeaveRequest } from './desk-request.ts'

export type Decision =
  | { kind: 'create' | 'keep' | 'remove'; enrollment: HeldEnrollment; moment: MomentFacts }
  | { kind: 'refuse'; reason: ReasonCode }

const refuse = (reason: ReasonCode): Decision => ({ kind: 'refuse', reason })

/** Decides one request on the state, and changes the state so that the next request of the batch sees it. Pure of SQL. */
export const decide = (state: BatchState, request: DeskRequest, now: number): Decision =>
  request.wish === 'enroll' ? decideEnrolling(state, request, now) : decideLeaving(state, request, now)

function decideEnrolling(state: BatchState, request: EnrollRequest, now: number): Decision {
  const student = state.students.get(request.user_id)
  const moment = state.moments.get(request.testmoment_id)
  if (!student || !moment) return refuse('not-found')

  const existing = student.enrollments.find(
    ({ testmoment_id, module_id }) => testmoment_id === moment.id && module_id === request.module_id,
  )
  if (existing) return { kind: 'keep', enrollment: existing, moment }

  const module = standing(request.module_id, state.modules.get(request.module_id), student)
  const verdict = mayEnroll({ moment, module, enrollments: student.enrollments, by: request.by, now })
  if (!verdict.allowed) return refuse(verdict.refusal)

  const enrollment: HeldEnrollment = {
    id: undefined,
    user_id: request.user_id,
    testmoment_id: moment.id,
    module_id: request.module_id,
    created_at: new Date(now).toISOString(),
    moment,
  }
  student.enrollments.push(enrollment)
  return { kind: 'create', enrollment, moment }
}

function decideLeaving(state: BatchState, request: LeaveRequest, now: number): Decision {
  const student = state.students.get(request.user_id)
  const moment = state.moments.get(request.testmoment_id)
  const enrollment = student?.enrollments.find(({ id }) => id === request.enrollment_id)
  if (!student || !moment || !enrollment) return refuse('not-found')

  const verdict = mayUnenroll(moment, request.by, now)
  if (!verdict.allowed) return refuse(verdict.refusal)

  student.enrollments.splice(student.enrollments.indexOf(enrollment), 1)
  return { kind: 'remove', enrollment, moment }
}

const standing = (id: number, module: ModuleState | undefined, student: StudentState): ModuleFacts => ({
  id,
  active: module?.active ?? false,
  in_department:
    student.education_department_id !== null && module?.department_ids.has(student.education_department_id) === true,
  is_completed: student.completed_module_ids.has(id),
})
