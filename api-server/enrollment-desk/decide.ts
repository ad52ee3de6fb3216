import { mayEnroll, mayUnenroll } from '#domain/enrollments/enrollment.rules.ts'
import type { BatchState } from './batch-state.ts'
import { decideMoving } from './decide-moving.ts'
import { type Decision, refuse } from './decision.ts'
import type { DeskRequest, EnrollRequest, LeaveRequest } from './desk-request.ts'
import { enrolled, heldBy, standing } from './standing.ts'

/** Decides one request on the state, and changes the state so that the next request of the batch sees it. Pure of SQL. */
export function decide(state: BatchState, request: DeskRequest, now: number): Decision {
  if (request.wish === 'enroll') return decideEnrolling(state, request, now)
  return request.wish === 'leave' ? decideLeaving(state, request, now) : decideMoving(state, request, now)
}

function decideEnrolling(state: BatchState, request: EnrollRequest, now: number): Decision {
  const student = state.students.get(request.user_id)
  const moment = state.moments.get(request.testmoment_id)
  if (!student || !moment) return refuse('not-found')

  const existing = student.enrollments.find(
    ({ testmoment_id, module_id }) => testmoment_id === moment.id && module_id === request.module_id,
  )
  if (existing) return { kind: 'keep', enrollment: existing, moment }

  const module = standing(request.module_id, state, student)
  const question = { moment, module, enrollments: student.enrollments, by: request.by, now }
  const verdict = mayEnroll(question)
  if (!verdict.allowed) return refuse(verdict.refusal, heldBy(verdict.refusal, question))

  const enrollment = enrolled(request, moment, now)
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
