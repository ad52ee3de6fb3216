import { byStart, isCurrent, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { type EnrollmentFacts, hasSeat, mayEnroll } from './enrollment.rules.ts'
import type { EnrollmentCreate, Testmoment } from './enrollment.schema.ts'
import type { EnrollmentsMade } from './listed-enrollment.schema.ts'

export const noneMade: EnrollmentsMade = {
  enrollments_made: 0,
  students_enrolled: 0,
  students_without_seat: 0,
  full_testmoments: [],
}

export interface AutomaticMoment extends MomentFacts, Pick<Testmoment, 'starts_at'> {
  /** the moment's modules whose `auto_enroll` is on */
  auto_enroll_module_ids: readonly number[]
}

/** A student in the sense of `isStudent`, with the facts that decide their automatic enrollments. */
export interface AutomaticStudent {
  id: number
  information_checked: boolean
  department: { auto_enroll: boolean; module_ids: ReadonlySet<number> } | null
  completed_module_ids: ReadonlySet<number>
  enrollments: readonly EnrollmentFacts[]
}

export interface AutomaticSituation {
  moments: readonly AutomaticMoment[]
  active_module_ids: ReadonlySet<number>
  students: readonly AutomaticStudent[]
  /** seats by moment id for students who do not ask for one (`unaskedSeats`); moments without a limit are left out */
  free_seats: ReadonlyMap<number, number>
  now: number
}

export interface AutomaticOutcome {
  made: EnrollmentCreate[]
  /** enrollments that failed for lack of a seat: for each such module of a student, all moments that were full for them */
  without_seat: EnrollmentCreate[]
  /** seats left for the students with higher ids, in the same form */
  free_seats: ReadonlyMap<number, number>
}

/** Seats for students who do not ask for one. None while anyone waits there, even someone who could not take a seat now. */
export const unaskedSeats = ({ seats, taken, hasLine }: { seats: number; taken: number; hasLine: boolean }): number =>
  hasLine ? 0 : Math.max(0, seats - taken)

/**
 * Decides which enrollments are made automatically, whether enrollment is open or closed. The oldest accounts go first;
 * each student gets the earliest moments first, and within a moment the oldest modules. If a moment has no seat left, the
 * next one is tried; nobody is put on a waiting list. `mayEnroll` judges each enrollment, which guarantees seats, the
 * limit and one current moment per module. Idempotent: once the result is stored, a second call makes nothing.
 */
export function automaticEnrollments({
  moments,
  students,
  free_seats,
  ...common
}: AutomaticSituation): AutomaticOutcome {
  const ahead = moments
    .filter((moment) => moment.auto_enroll_module_ids.length > 0)
    .filter((moment) => moment.schoolyear_active && isCurrent(moment, common.now))
    .map((moment) => ({ ...moment, auto_enroll_module_ids: moment.auto_enroll_module_ids.toSorted((a, b) => a - b) }))
    .sort(byStart)
  const seatsLeft = new Map(free_seats)
  const outcome: AutomaticOutcome = { made: [], without_seat: [], free_seats: seatsLeft }
  for (const student of students.toSorted((one, other) => one.id - other.id)) {
    const { made, without_seat } = enrollmentsFor(student, ahead, seatsLeft, common)
    outcome.made.push(...made)
    outcome.without_seat.push(...without_seat)
  }
  return outcome
}

/** Enrollments for one student. Subtracts the seats that it gives away from `seatsLeft`. */
function enrollmentsFor(
  { id, information_checked, department, completed_module_ids, enrollments }: AutomaticStudent,
  moments: readonly AutomaticMoment[],
  seatsLeft: Map<number, number>,
  { active_module_ids, now }: Pick<AutomaticSituation, 'active_module_ids' | 'now'>,
): Pick<AutomaticOutcome, 'made' | 'without_seat'> {
  if (!information_checked || !department?.auto_enroll) return { made: [], without_seat: [] }
  const enrollmentsSoFar = [...enrollments]
  const made: EnrollmentCreate[] = []
  const full: EnrollmentCreate[] = []
  for (const moment of moments) {
    for (const module_id of moment.auto_enroll_module_ids) {
      const module = {
        id: module_id,
        active: active_module_ids.has(module_id),
        in_department: department.module_ids.has(module_id),
        is_completed: completed_module_ids.has(module_id),
      }
      const seats = seatsLeft.get(moment.id)
      const enrollment = { user_id: id, testmoment_id: moment.id, module_id }
      const verdict = mayEnroll({
        moment,
        module,
        enrollments: enrollmentsSoFar,
        by: 'administrator',
        free_seats: seats,
        now,
      })
      if (!verdict.allowed) {
        if (verdict.refusal === 'moment-full') full.push(enrollment)
        continue
      }
      if (seats !== undefined && !hasSeat(enrollmentsSoFar, moment.id)) seatsLeft.set(moment.id, seats - 1)
      enrollmentsSoFar.push({ testmoment_id: moment.id, module_id, moment })
      made.push(enrollment)
    }
  }
  const madeModuleIds = new Set(made.map(({ module_id }) => module_id))
  return { made, without_seat: full.filter(({ module_id }) => !madeModuleIds.has(module_id)) }
}
