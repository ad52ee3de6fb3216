import { byStart, isCurrent, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { type EnrollmentFacts, mayEnroll } from './enrollment.rules.ts'
import type { EnrollmentCreate } from './enrollment.schema.ts'

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
  /** as in `EnrollmentQuestion` */
  enrollments: readonly EnrollmentFacts[]
}

export interface AutomaticSituation {
  moments: readonly AutomaticMoment[]
  active_module_ids: ReadonlySet<number>
  students: readonly AutomaticStudent[]
  /** server time, in milliseconds since the epoch */
  now: number
}

/**
 * The enrollments that are to be made without anyone asking, whether enrollment is open or closed: for each student the
 * earliest moments first, and there the modules that were made first. `mayEnroll` judges each, so the limit and one
 * current moment per module hold by construction. Asked again with the result stored, it answers with nothing.
 */
export function automaticEnrollments({ moments, students, ...common }: AutomaticSituation): EnrollmentCreate[] {
  const ahead = moments
    .filter((moment) => moment.auto_enroll_module_ids.length > 0)
    .filter((moment) => moment.schoolyear_active && isCurrent(moment, common.now))
    .map((moment) => ({ ...moment, auto_enroll_module_ids: moment.auto_enroll_module_ids.toSorted((a, b) => a - b) }))
    .sort(byStart)
  return students.flatMap((student) => enrollmentsFor(student, ahead, common))
}

function enrollmentsFor(
  { id, information_checked, department, completed_module_ids, enrollments }: AutomaticStudent,
  moments: readonly AutomaticMoment[],
  { active_module_ids, now }: Pick<AutomaticSituation, 'active_module_ids' | 'now'>,
): EnrollmentCreate[] {
  if (!information_checked || !department?.auto_enroll) return []
  const held = [...enrollments]
  const made: EnrollmentCreate[] = []
  for (const moment of moments) {
    for (const module_id of moment.auto_enroll_module_ids) {
      const module = {
        id: module_id,
        active: active_module_ids.has(module_id),
        in_department: department.module_ids.has(module_id),
        is_completed: completed_module_ids.has(module_id),
      }
      if (!mayEnroll({ moment, module, enrollments: held, by: 'administrator', now }).allowed) continue
      held.push({ testmoment_id: moment.id, module_id, moment })
      made.push({ user_id: id, testmoment_id: moment.id, module_id })
    }
  }
  return made
}
