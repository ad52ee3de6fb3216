import type { MoveRefusal } from '#contract/enrollments.ts'
import type { ReasonCode } from '#contract/refusals.ts'
import {
  type EnrollingParty,
  type EnrollmentQuestion,
  existingEnrollment,
  type HeldElsewhere,
  heldElsewhere,
  type ModuleFacts,
  mayEnroll,
  mayMove,
  mayUnenroll,
  type MoveRefusal as RuledRefusal,
} from '#domain/enrollments/enrollment.rules.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import type { BatchState, HeldEnrollment, MadeEnrollment, MomentState, StudentState } from './state.ts'

export type DeskRequest = EnrollRequest | UnenrollRequest | MoveRequest

interface Asked {
  by: EnrollingParty
  /** the administrator who does it for the student, to be recorded; of a student’s own doing nobody */
  actor_id?: number | undefined
  /** the login that asks: its screens see the answer, and need no event besides */
  session_id?: number
  /** of an administrator, to each student for whom something changes by it; one may come with many requests, known by its key */
  message?: WrittenMessage | undefined
}

interface EnrollRequest extends Asked {
  wish: 'enroll'
  user_id: number
  testmoment_id: number
  module_id: number
}

interface UnenrollRequest extends Asked {
  wish: 'unenroll'
  enrollment_id: number
  /** of that enrollment, where they never change: by them the desk knows what to lock and to load */
  user_id: number
  testmoment_id: number
  module_id: number
}

/** From that moment to another, both or neither. */
interface MoveRequest extends Omit<UnenrollRequest, 'wish'> {
  wish: 'move'
  to_testmoment_id: number
}

export type Decision =
  | { kind: 'create'; enrollment: MadeEnrollment; moment: MomentFacts }
  | { kind: 'keep'; enrollment: HeldEnrollment; moment: MomentFacts }
  | { kind: 'remove'; enrollment: HeldEnrollment; moment: MomentFacts }
  /** `enrollment` takes the place of `former` */
  | { kind: 'move'; enrollment: MadeEnrollment; former: HeldEnrollment; moment: MomentFacts }
  | { kind: 'refuse'; reason: ReasonCode; details?: RefusalDetails }

/** What is said beside the reason. */
type RefusalDetails = Partial<Omit<MoveRefusal, 'reason'>>

/** Decides one request on the state, and changes the state so that the next request of the batch sees it. Pure of SQL. */
export function decide(state: BatchState, request: DeskRequest, now: number): Decision {
  if (request.wish === 'enroll') return decideEnrolling(state, request, now)
  return request.wish === 'unenroll' ? decideUnenrolling(state, request, now) : decideMoving(state, request, now)
}

function decideEnrolling(state: BatchState, request: EnrollRequest, now: number): Decision {
  const student = state.students.get(request.user_id)
  const moment = state.moments.get(request.testmoment_id)
  if (!student || !moment) return refuse('not-found')

  const existing = student.enrollments.find(
    ({ testmoment_id, module_id }) => testmoment_id === moment.id && module_id === request.module_id,
  )
  if (existing) return { kind: 'keep', enrollment: existing, moment }

  const module = moduleFacts(request.module_id, state, student)
  const question = { moment, module, enrollments: student.enrollments, by: request.by, now }
  const verdict = mayEnroll(question)
  if (!verdict.allowed) return refuse(verdict.refusal, heldBy(verdict.refusal, question))

  const enrollment = enrolled(request, moment, now)
  student.enrollments.push(enrollment)
  return { kind: 'create', enrollment, moment }
}

function decideUnenrolling(state: BatchState, request: UnenrollRequest, now: number): Decision {
  const student = state.students.get(request.user_id)
  const moment = state.moments.get(request.testmoment_id)
  const enrollment = student?.enrollments.find(({ id }) => id === request.enrollment_id)
  if (!student || !moment || !enrollment) return refuse('not-found')

  const verdict = mayUnenroll(moment, request.by, now)
  if (!verdict.allowed) return refuse(verdict.refusal)

  student.enrollments.splice(student.enrollments.indexOf(enrollment), 1)
  return { kind: 'remove', enrollment, moment }
}

/** The old enrollment goes and the new one comes, in the state as in the database: both or neither. */
function decideMoving(state: BatchState, request: MoveRequest, now: number): Decision {
  const student = state.students.get(request.user_id)
  const from = state.moments.get(request.testmoment_id)
  const moment = state.moments.get(request.to_testmoment_id)
  const former = student?.enrollments.find(({ id }) => id === request.enrollment_id)
  if (!student || !from || !moment || !former) return refuse('not-found')
  if (from === moment) return { kind: 'keep', enrollment: former, moment }

  const module = moduleFacts(request.module_id, state, student)
  const question = { moment, module, enrollments: student.enrollments, by: request.by, now }
  const verdict = mayMove({ from, ...question })
  if (!verdict.allowed) {
    const enrollments = student.enrollments.filter((enrollment) => enrollment !== former)
    return refuse(verdict.refusal, { half: verdict.half, ...heldBy(verdict.refusal, { ...question, enrollments }) })
  }

  // Calendars take it for the same test, edited: by the id it had first, and with a SEQUENCE above all that it had there.
  const enrollment = {
    ...enrolled(request, moment, now),
    calendar_id: former.calendar_id ?? former.id ?? null,
    calendar_sequence: former.calendar_sequence + from.version,
  }
  student.enrollments.splice(student.enrollments.indexOf(former), 1, enrollment)
  return { kind: 'move', enrollment, former, moment }
}

/** How a student of the batch stands with a module. */
function moduleFacts(id: number, { modules }: BatchState, student: StudentState): ModuleFacts {
  const module = modules.get(id)
  const { education_department_id, completed_module_ids } = student
  return {
    id,
    active: module?.active ?? false,
    in_department: education_department_id !== null && module?.department_ids.has(education_department_id) === true,
    is_completed: completed_module_ids.has(id),
  }
}

const enrolled = (
  { user_id, module_id, by, actor_id }: EnrollRequest | MoveRequest,
  moment: MomentState,
  now: number,
): MadeEnrollment => ({
  id: undefined,
  user_id,
  testmoment_id: moment.id,
  module_id,
  created_at: new Date(now).toISOString(),
  calendar_id: null,
  calendar_sequence: 0,
  maker: by,
  maker_id: actor_id ?? null,
  moment,
})

/** Where a student takes the module already, for whom that is why not. */
function heldBy(
  refusal: RuledRefusal,
  question: EnrollmentQuestion & { enrollments: readonly HeldEnrollment[] },
): { held?: HeldElsewhere } {
  if (refusal !== 'existing-enrollment') return {}
  const held = existingEnrollment(question.enrollments, question.module.id, question.now)
  return held ? { held: heldElsewhere(question, { id: held.testmoment_id, ...held.moment }) } : {}
}

const refuse = (reason: ReasonCode, details?: RefusalDetails): Decision => ({
  kind: 'refuse',
  reason,
  ...(details && { details }),
})
