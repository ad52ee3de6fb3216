import { mayMove } from '#domain/enrollments/enrollment.rules.ts'
import type { BatchState } from './batch-state.ts'
import { type Decision, refuse } from './decision.ts'
import type { MoveRequest } from './desk-request.ts'
import { enrolled, heldBy, standing } from './standing.ts'

/** The old enrollment goes and the new one comes, in the state as in the database: both or neither. */
export function decideMoving(state: BatchState, request: MoveRequest, now: number): Decision {
  const student = state.students.get(request.user_id)
  const from = state.moments.get(request.testmoment_id)
  const moment = state.moments.get(request.to_testmoment_id)
  const left = student?.enrollments.find(({ id }) => id === request.enrollment_id)
  if (!student || !from || !moment || !left) return refuse('not-found')
  if (from === moment) return { kind: 'keep', enrollment: left, moment }

  const module = standing(request.module_id, state, student)
  const question = { moment, module, enrollments: student.enrollments, by: request.by, now }
  const verdict = mayMove({ from, ...question })
  if (!verdict.allowed) {
    const enrollments = student.enrollments.filter((enrollment) => enrollment !== left)
    return refuse(verdict.refusal, { half: verdict.half, ...heldBy(verdict.refusal, { ...question, enrollments }) })
  }

  // Calendars take it for the same test, edited: by the id it had first, and with a SEQUENCE above all that it had there.
  const enrollment = {
    ...enrolled(request, moment, now),
    calendar_id: left.calendar_id ?? left.id ?? null,
    calendar_sequence: left.calendar_sequence + from.version,
  }
  student.enrollments.splice(student.enrollments.indexOf(left), 1, enrollment)
  return { kind: 'move', enrollment, left, moment }
}
