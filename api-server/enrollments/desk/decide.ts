import type { MoveRefusal } from '#contract/enrollments.calls.ts'
import type { ReasonCode } from '#contract/refusals.ts'
import {
  type EnrollingParty,
  type EnrollmentQuestion,
  hasSeat,
  mayEnroll,
  mayUnenroll,
} from '#domain/enrollments/enrollment.rules.ts'
import {
  existingEnrollment,
  type HeldElsewhere,
  heldElsewhere,
  mayMove,
  type MoveRefusal as RuledRefusal,
} from '#domain/enrollments/move.rules.ts'
import { mayBePromoted, mayTake } from '#domain/enrollments/waiting.rules.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { presencePhase } from '#domain/presence/presence.rules.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import type { KeyedWrite } from '#server/outcomes.ts'
import { type BatchState, type MadeWaiting, waitingKey } from './batch-state.ts'
import {
  type HeldEnrollment,
  type MadeEnrollment,
  type MomentState,
  moduleFacts,
  type StudentState,
  type WaitingRow,
  waitingModuleFacts,
} from './state.ts'
import { freeIn } from './waiting-line.ts'

export type DeskRequest = EnrollRequest | UnenrollRequest | MoveRequest

export type QueuedRequest = DeskRequest | WaitRequest

interface Asked {
  by: EnrollingParty
  /** administrator who acts for the student, for the audit log; undefined if students act themselves */
  actor_id?: number | undefined
  /** session of the request: its own screens get the answer and need no event */
  session_id?: number
  /** administrator's message to each student concerned; requests that share one have the same `key` */
  message?: WrittenMessage | undefined
  /** an administrator ignores the seat limit, also where free seats are kept for waiting students; other rules hold */
  above_seats?: boolean | undefined
  /** the student comes from the waiting list, so may take the module */
  in_line?: boolean
  /** keyed write that made the request; its outcome is stored with the decision */
  write?: KeyedWrite | undefined
}

/** Asks for a seat now, or else a place in line; with `moves` the student may later be moved here from another moment. */
export interface WaitRequest extends Asked {
  wish: 'wait'
  user_id: number
  testmoment_id: number
  module_id: number
  moves: boolean
}

interface EnrollRequest extends Asked {
  wish: 'enroll'
  user_id: number
  testmoment_id: number
  module_id: number
  /** administrator enrolls a student who showed up on the test day; seat and module limits do not apply */
  walks_in?: boolean | undefined
  /** room where that student is, who sits there if it has a free chair */
  here_id?: number | undefined
}

interface UnenrollRequest extends Asked {
  wish: 'unenroll'
  enrollment_id: number
  /** ids of that enrollment, which never change: they say what the desk must lock and load */
  user_id: number
  testmoment_id: number
  module_id: number
}

/** Moves an enrollment to another moment: both halves succeed or neither. */
interface MoveRequest extends Omit<UnenrollRequest, 'wish'> {
  wish: 'move'
  to_testmoment_id: number
}

export type Decision = ChangeDecision | WaitDecision

export type ChangeDecision =
  /** `above`: no seat was left, and an administrator enrolled them above the limit */
  | { kind: 'create'; enrollment: MadeEnrollment; moment: MomentFacts; above?: boolean }
  | { kind: 'keep'; enrollment: HeldEnrollment; moment: MomentFacts }
  | { kind: 'remove'; enrollment: HeldEnrollment; moment: MomentFacts }
  /** `enrollment` takes the place of `former` */
  | { kind: 'move'; enrollment: MadeEnrollment; former: HeldEnrollment; moment: MomentFacts; above?: boolean }
  | { kind: 'refuse'; reason: ReasonCode; details?: RefusalDetails }

/** `changed`: the entry is new, or its `moves` was changed by a second request. */
export interface WaitDecision {
  kind: 'wait'
  entry: WaitingRow | MadeWaiting
  moment: MomentFacts
  changed: boolean
}

/** Details that go with the reason. */
type RefusalDetails = Partial<Omit<MoveRefusal, 'reason'>>

/** Decides one request and updates the state, so that the next request of the batch sees the change. Runs no SQL. */
export function decide(state: BatchState, request: DeskRequest, now: number): ChangeDecision
export function decide(state: BatchState, request: QueuedRequest, now: number): Decision
export function decide(state: BatchState, request: QueuedRequest, now: number): Decision {
  if (request.wish === 'wait') return decideWaiting(state, request, now)
  if (request.wish === 'enroll') return decideEnrolling(state, request, now)
  return request.wish === 'unenroll' ? decideUnenrolling(state, request, now) : decideMoving(state, request, now)
}

function decideEnrolling(state: BatchState, request: EnrollRequest, now: number): ChangeDecision {
  const student = state.students.get(request.user_id)
  const moment = state.moments.get(request.testmoment_id)
  if (!student || !moment) return refuse('not-found')

  const existing = student.enrollments.find(
    ({ testmoment_id, module_id }) => testmoment_id === moment.id && module_id === request.module_id,
  )
  if (existing) return { kind: 'keep', enrollment: existing, moment }

  const walksIn = request.walks_in && request.by === 'administrator'
  if (walksIn && presencePhase(moment, now) === 'coming') return refuse('presence-not-yet')
  const module = factsFor(request, state, student)
  const limits = walksIn
    ? { moment: { ...moment, max_enrollments: 0 } }
    : { moment, ...seatsFor(request, state, moment) }
  const question = { module, enrollments: student.enrollments, by: request.by, now, ...limits }
  const verdict = mayEnroll(question)
  if (!verdict.allowed) return refuse(verdict.refusal, heldBy(verdict.refusal, question))

  const above = takeSeat(state, student, { user_id: request.user_id, testmoment_id: moment.id })
  const enrollment = { ...enrolled(request, moment, now), ...(walksIn && { here_id: request.here_id }) }
  student.enrollments.push(enrollment)
  return { kind: 'create', enrollment, moment, above }
}

const factsFor = ({ module_id, by, in_line }: QueuedRequest, state: BatchState, student: StudentState) =>
  in_line ? waitingModuleFacts(module_id, state, student) : moduleFacts(module_id, state, student, by)

/** Gives a student a seat if one is free, else a place in line. A move waits for its turn, which then comes at once. */
function decideWaiting(state: BatchState, request: WaitRequest, now: number): Decision {
  const student = state.students.get(request.user_id)
  const moment = state.moments.get(request.testmoment_id)
  if (!student || !moment) return refuse('not-found')
  const enrolling = decideEnrolling(state, { ...request, wish: 'enroll' }, now)
  if (enrolling.kind !== 'refuse') return enrolling

  const module = factsFor(request, state, student)
  const { moves, by } = request
  const { enrollments } = student
  const verdict = mayTake({ moment, module, enrollments, by, now, moves, ...seatsFor(request, state, moment) })
  if (!verdict.allowed && verdict.refusal !== 'moment-full') return enrolling

  const existing = state.waiting.get(waitingKey(request))
  const changed = !existing || existing.moves !== moves
  if (existing) existing.moves = moves
  const entry = existing ?? waitingAt(request, now)
  state.waiting.set(waitingKey(request), entry)
  const claims = mayBePromoted({ moment, module, enrollments, moves, now }) && !hasSeat(enrollments, moment.id)
  if (claims) state.seats.get(moment.id)?.claimants.add(request.user_id)
  return { kind: 'wait', entry, moment, changed }
}

const waitingAt = ({ user_id, testmoment_id, module_id, moves }: WaitRequest, now: number): MadeWaiting => ({
  id: undefined,
  user_id,
  testmoment_id,
  module_id,
  moves,
  created_at: new Date(now).toISOString(),
})

/** Free seats for the rule; empty if the moment has no limit, or an administrator lifts it for this student. */
function seatsFor({ above_seats, by }: QueuedRequest, state: BatchState, moment: MomentState) {
  const seats = state.seats.get(moment.id)
  return seats && !(above_seats && by === 'administrator') ? { free_seats: freeIn(seats) } : {}
}

/** Counts a seat for a student about to be enrolled; returns true if that exceeds the limit. */
function takeSeat(
  { seats }: BatchState,
  { enrollments }: StudentState,
  { user_id, testmoment_id }: Pick<WaitRequest, 'user_id' | 'testmoment_id'>,
): boolean {
  const state = seats.get(testmoment_id)
  if (!state || hasSeat(enrollments, testmoment_id)) return false
  const above = freeIn(state) === 0
  state.taken += 1
  state.claimants.delete(user_id)
  return above
}

/** Frees a seat after an enrollment ended there. `freeIn` keeps it for students in line who can take it. */
function freeSeat({ seats }: BatchState, student: StudentState, momentId: number): void {
  const state = seats.get(momentId)
  if (!state || hasSeat(student.enrollments, momentId)) return
  state.taken -= 1
}

function decideUnenrolling(state: BatchState, request: UnenrollRequest, now: number): ChangeDecision {
  const student = state.students.get(request.user_id)
  const moment = state.moments.get(request.testmoment_id)
  const enrollment = student?.enrollments.find(({ id }) => id === request.enrollment_id)
  if (!student || !moment || !enrollment) return refuse('not-found')

  const verdict = mayUnenroll({ ...moment, has_record: enrollment.moment.has_record }, request.by, now)
  if (!verdict.allowed) return refuse(verdict.refusal)

  student.enrollments.splice(student.enrollments.indexOf(enrollment), 1)
  freeSeat(state, student, moment.id)
  return { kind: 'remove', enrollment, moment }
}

/** Replaces the old enrollment by the new one, in the state as in the database: both or neither. */
function decideMoving(state: BatchState, request: MoveRequest, now: number): ChangeDecision {
  const student = state.students.get(request.user_id)
  const from = state.moments.get(request.testmoment_id)
  const moment = state.moments.get(request.to_testmoment_id)
  const former = student?.enrollments.find(({ id }) => id === request.enrollment_id)
  if (!student || !from || !moment || !former) return refuse('not-found')
  if (from === moment) return { kind: 'keep', enrollment: former, moment }

  const module = factsFor(request, state, student)
  const seats = seatsFor(request, state, moment)
  const question = { moment, module, enrollments: student.enrollments, by: request.by, now, ...seats }
  const verdict = mayMove({ from: { ...from, has_record: former.moment.has_record }, ...question })
  if (!verdict.allowed) {
    const enrollments = student.enrollments.filter((enrollment) => enrollment !== former)
    return refuse(verdict.refusal, { half: verdict.half, ...heldBy(verdict.refusal, { ...question, enrollments }) })
  }

  // Calendars take it for an edit of the same test: it keeps its first id, and SEQUENCE exceeds all that they have seen.
  const enrollment = {
    ...enrolled(request, moment, now),
    calendar_id: former.calendar_id ?? former.id ?? null,
    calendar_sequence: former.calendar_sequence + from.version,
  }
  const above = takeSeat(state, student, { user_id: request.user_id, testmoment_id: moment.id })
  student.enrollments.splice(student.enrollments.indexOf(former), 1, enrollment)
  freeSeat(state, student, from.id)
  return { kind: 'move', enrollment, former, moment, above }
}

const enrolled = (
  { user_id, module_id, by, actor_id, in_line }: EnrollRequest | MoveRequest,
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
  maker: by === 'student' && in_line ? 'waiting-list' : by,
  maker_id: actor_id ?? null,
  moment: { ...moment, has_record: false },
})

/** On refusal `existing-enrollment`: the enrollment that the student already has in the module. */
function heldBy(
  refusal: RuledRefusal,
  question: EnrollmentQuestion & { enrollments: readonly HeldEnrollment[] },
): { held?: HeldElsewhere } {
  if (refusal !== 'existing-enrollment') return {}
  const existing = existingEnrollment(question.enrollments, question.module.id, question.now)
  return existing ? { held: heldElsewhere(question, { id: existing.testmoment_id, ...existing.moment }) } : {}
}

const refuse = (reason: ReasonCode, details?: RefusalDetails): ChangeDecision => ({
  kind: 'refuse',
  reason,
  ...(details && { details }),
})
