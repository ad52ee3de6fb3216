import type { Testmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import { byStart, isCurrent, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { type EnrollmentFacts, hasSeat, mayEnroll } from './enrollment.rules.ts'
import type { EnrollmentCreate } from './enrollment.schema.ts'
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

/** A student, in the sense of `isStudent`, and what decides about them. */
export interface AutomaticStudent {
  id: number
  information_checked: boolean
  department: { auto_enroll: boolean; module_ids: ReadonlySet<number> } | null
  completed_module_ids: ReadonlySet<number>
  /** enrollments as in `EnrollmentQuestion` */
  enrollments: readonly EnrollmentFacts[]
}

export interface AutomaticSituation {
  moments: readonly AutomaticMoment[]
  active_module_ids: ReadonlySet<number>
  students: readonly AutomaticStudent[]
  /**
   * seats by moment id for students who do not ask for one: see `unaskedSeats`. A moment without a limit is not in it
   */
  free_seats: ReadonlyMap<number, number>
  /** server time, in milliseconds since the epoch */
  now: number
}

export interface AutomaticOutcome {
  made: EnrollmentCreate[]
  /** for each module that somebody is not enrolled in for want of a seat, all moments that were full for them */
  without_seat: EnrollmentCreate[]
  /** seats left for the students with higher ids, in the same form */
  free_seats: ReadonlyMap<number, number>
}

/** Nobody who asks for nothing goes before those who wait for a seat there, whether they could take it now or not. */
export const unaskedSeats = ({ seats, taken, hasLine }: { seats: number; taken: number; hasLine: boolean }): number =>
  hasLine ? 0 : Math.max(0, seats - taken)

/**
 * The enrollments that are to be made without anyone asking, whether enrollment is open or closed: for each student, by
 * the age of their accounts, the earliest moments first, and there the modules that were made first. Where there is no
 * seat for them the next moment is tried; nobody is put on a waiting list. `mayEnroll` judges each, so seats, the limit
 * and one current moment per module hold by construction. Asked again with the result stored, it makes nothing.
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
  const left = new Map(free_seats)
  const outcome: AutomaticOutcome = { made: [], without_seat: [], free_seats: left }
  for (const student of students.toSorted((one, other) => one.id - other.id)) {
    const { made, without_seat } = enrollmentsFor(student, ahead, left, common)
    outcome.made.push(...made)
    outcome.without_seat.push(...without_seat)
  }
  return outcome
}

/** Takes the seats that it gives away off `left`. */
function enrollmentsFor(
  { id, information_checked, department, completed_module_ids, enrollments }: AutomaticStudent,
  moments: readonly AutomaticMoment[],
  left: Map<number, number>,
  { active_module_ids, now }: Pick<AutomaticSituation, 'active_module_ids' | 'now'>,
): Pick<AutomaticOutcome, 'made' | 'without_seat'> {
  if (!information_checked || !department?.auto_enroll) return { made: [], without_seat: [] }
  const held = [...enrollments]
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
      const seats = left.get(moment.id)
      const enrollment = { user_id: id, testmoment_id: moment.id, module_id }
      const verdict = mayEnroll({ moment, module, enrollments: held, by: 'administrator', free_seats: seats, now })
      if (!verdict.allowed) {
        if (verdict.refusal === 'moment-full') full.push(enrollment)
        continue
      }
      if (seats !== undefined && !hasSeat(held, moment.id)) left.set(moment.id, seats - 1)
      held.push({ testmoment_id: moment.id, module_id, moment })
      made.push(enrollment)
    }
  }
  const taken = new Set(made.map(({ module_id }) => module_id))
  return { made, without_seat: full.filter(({ module_id }) => !taken.has(module_id)) }
}
