import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { enrollmentFactsOf, futureEnrollments, moduleFactsOf, momentFactsOf } from '#domain/enrollments/choice.rules.ts'
import {
  type EnrollmentQuestion,
  hasSeat,
  isOffered,
  mayEnroll,
  mayUnenroll,
  slotsLeft,
  type UnenrollmentRefusal,
  type Verdict,
} from '#domain/enrollments/enrollment.rules.ts'
import type {
  Enrollment,
  KnownModuleStatus,
  ModuleStatus,
  Testmoment,
  UnansweredWish,
} from '#domain/enrollments/enrollment.schema.ts'
import { type HeldElsewhere, heldElsewhere } from '#domain/enrollments/move.rules.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { byStart } from '#domain/testmoments/testmoment.rules.ts'
import { type Seats, seatsAt } from '#src/enrollment/agreed-lists.ts'
import type { TileState } from '../date-tile.tsx'

/** A moment where a module can be taken, or is. The verdict is about unenrolling if the student is enrolled, else enrolling. */
export type EnrollmentChoice = Room &
  ChoiceFacts &
  (
    | { enrollment: Enrollment; verdict: Verdict<UnenrollmentRefusal> }
    | ({
        enrollment: null
        verdict: Verdict
        held: HeldElsewhere | null
        heldThen?: HeldElsewhere | null
        entry: WaitingEntry | null
      } & WaysOut)
  )

interface ChoiceFacts {
  testmoment: Testmoment
  unanswered: UnansweredWish | null
  /** closed now; all else is as it will be once the moment opens, so that nothing moves then */
  isYetToOpen?: boolean
  /** the module is taken at another moment that is closed now; all but `held` is as it will be once that opens */
  isYetToBeLeft?: true
  /** seat that goes to others once the student unenrolls here, moves here or leaves the waiting list */
  givesUp: LostSeat | null
}

/** Seats and slots left at a moment, for any of the student's modules. */
export interface Room {
  slots: number
  /** seats for newcomers; undefined without a limit, and while unknown */
  free: number | undefined
  /** students on the waiting list; undefined in the same cases */
  inLine: number | undefined
  /** the student is enrolled there with some module */
  seated: boolean
}

/** Alternatives for the student where the rule refuses. */
interface WaysOut {
  move: Move | null
  wait: Wait | null
}

/** Replaces the enrollment at another moment, where that enrollment is the obstacle. */
interface Move {
  link: Link
  from: WhenAndWhere & { id: number }
}

/** Seat of the student at a full moment for which `inLine` students wait; or, with `place`, their own place among those. */
export interface LostSeat {
  moment: WhenAndWhere
  inLine: number
  place?: number
}

/** Place on the waiting list, to enroll or to make the `move`. */
interface Wait {
  link: Link
  move: Move | null
}

export interface StudentSituation {
  statuses: readonly ModuleStatus[]
  testmoments: readonly Testmoment[]
  /** left out while unknown */
  seats?: Seats | undefined
  /** the server's time, in milliseconds since the epoch */
  now: number
}

/** For a moment that the rule allows without a link from the server: it closed, by its clock or a change not seen here yet. */
const closed = { allowed: false, refusal: 'enrollments-closed' } as const

/** Moments where the module is offered to this student or taken by them, earliest first. */
export function enrollmentChoices(
  status: KnownModuleStatus,
  { statuses, testmoments, seats, now }: StudentSituation,
): EnrollmentChoice[] {
  const module = moduleFactsOf(status)
  const enrollments = enrollmentFactsOf(statuses)
  return testmoments.toSorted(byStart).flatMap((testmoment): EnrollmentChoice[] => {
    const moment = momentFactsOf(testmoment)
    const { free: free_seats, waiting: inLine } = seatsAt(seats, testmoment) ?? {}
    const room = {
      slots: slotsLeft(moment, enrollments),
      free: free_seats,
      inLine,
      seated: hasSeat(enrollments, testmoment.id),
    }
    const enrollment = status.enrollments[testmoment.id]?.enrollment
    const unanswered = unansweredAt(testmoment, status)
    if (enrollment) {
      const verdict = mayUnenroll({ ...moment, has_record: enrollment.has_record === true }, 'student', now)
      return [
        {
          ...room,
          testmoment,
          unanswered,
          enrollment,
          verdict: verdict.allowed && !enrollment._links.delete ? closed : verdict,
          givesUp: lostSeat(testmoment, { enrollments, seats }),
        },
      ]
    }
    if (!isOffered(moment, module)) return []
    const question: EnrollmentQuestion = { moment, module, enrollments, by: 'student', free_seats, now }
    const verdict = mayEnroll(question)
    const isRefusedByServer = !testmoment._links.enroll && (verdict.allowed || verdict.refusal === 'moment-full')
    const effective = isRefusedByServer ? closed : verdict
    const entry =
      seats?.waiting.find((each) => each.testmoment_id === testmoment.id && each.module_id === module.id) ?? null
    const ways = otherwise(effective, { status, question, wait: seats?._links.wait })
    const givesUp = ways.move
      ? lostSeat(ways.move.from, { enrollments, seats })
      : entry && !effective.allowed
        ? { moment: testmoment, inLine: 0, place: entry.place }
        : null
    return [{ ...room, testmoment, unanswered, enrollment: null, verdict: effective, entry, givesUp, ...ways }]
  })
}

interface Refused {
  status: ModuleStatus
  question: EnrollmentQuestion
  wait: Link | undefined
}

function otherwise(verdict: Verdict, { status, question, wait }: Refused): WaysOut & { held: HeldElsewhere | null } {
  if (verdict.allowed) return { held: null, move: null, wait: null }
  if (verdict.refusal === 'existing-enrollment') return heldIn(status, question, wait)
  const isFull = verdict.refusal === 'moment-full'
  return { held: null, move: null, wait: isFull && wait ? { link: wait, move: null } : null }
}

/** Seat that goes to others with this enrollment; null while another module keeps it, or when more seats are free. */
function lostSeat(
  moment: WhenAndWhere & { id: number },
  { enrollments, seats }: Pick<EnrollmentQuestion, 'enrollments'> & Pick<StudentSituation, 'seats'>,
): LostSeat | null {
  const isLast = enrollments.filter(({ testmoment_id }) => testmoment_id === moment.id).length === 1
  const seatsThere = seats?.entities.find(({ testmoment_id }) => testmoment_id === moment.id)
  return isLast && seatsThere?.free === 0 ? { moment, inLine: seatsThere.waiting } : null
}

const unansweredAt = ({ id }: Testmoment, { unanswered }: KnownModuleStatus): UnansweredWish | null =>
  unanswered && (unanswered.testmoment.id === id || unanswered.from_id === id) ? unanswered : null

/**
 * Where the module is held now, and the move from there, at once or once there is a seat. The rule decides, and the server's
 * link overrules it.
 */
function heldIn(
  status: ModuleStatus,
  question: EnrollmentQuestion,
  wait: Link | undefined,
): WaysOut & { held: HeldElsewhere | null } {
  const [current] = futureEnrollments(status, question.now)
  if (!current) return { held: null, move: null, wait: null }
  const { enrollment, testmoment } = current
  const elsewhere = heldElsewhere(question, { ...testmoment, has_record: enrollment.has_record === true })
  const link = enrollment._links.move
  if (!link) return { held: { ...elsewhere, obstacle: elsewhere.obstacle ?? leavingClosed }, move: null, wait: null }
  const move = { link, from: testmoment }
  if (!elsewhere.obstacle) return { held: elsewhere, move, wait: null }
  const isFull = elsewhere.obstacle.refusal === 'moment-full'
  return { held: elsewhere, move: null, wait: isFull && wait ? { link: wait, move } : null }
}

const leavingClosed = { half: 'leaving', refusal: closed.refusal } as const

type OfferedWish =
  | { wish: 'enrolled' | 'unenrolled' | 'left'; link: Link }
  | ({ wish: 'moved' } & Move)
  | ({ wish: 'waiting' } & Wait)

/** The one thing the student can do about this choice, or null. A seat comes before a place on the waiting list. */
export function offeredWish(choice: EnrollmentChoice): OfferedWish | null {
  const { testmoment, verdict } = choice
  if (choice.enrollment) return offered('unenrolled', verdict.allowed ? choice.enrollment._links.delete : undefined)
  if (verdict.allowed) return offered('enrolled', testmoment._links.enroll)
  if (choice.move) return { wish: 'moved', ...choice.move }
  if (choice.entry) return offered('left', choice.entry._links.leave)
  return choice.wait && { wish: 'waiting', ...choice.wait }
}

export function tileStateOf(choice: EnrollmentChoice): TileState {
  if (choice.enrollment) return 'own'
  if (choice.isYetToOpen || choice.isYetToBeLeft) return 'closed'
  if (choice.entry || choice.wait) return 'full'
  return offeredWish(choice) ? 'open' : 'closed'
}

const offered = (wish: 'enrolled' | 'unenrolled' | 'left', link: Link | undefined): OfferedWish | null =>
  link ? { wish, link } : null
