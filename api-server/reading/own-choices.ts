import type { EnrollmentFacts } from '#domain/enrollments/enrollment.rules.ts'
import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'
import type { Reading } from './reading.ts'
import type { OfferedModule, SchoolMoment } from './school.ts'

export type OwnEnrollment = Omit<Enrollment, '_links'> & EnrollmentFacts & { moment: SchoolMoment }

/** Those of the active year, in the order of their moments, and there by module name. */
export function enrollmentsOf({ enrollments, schoolNow: { school } }: Reading): OwnEnrollment[] {
  const own: OwnEnrollment[] = []
  for (const { id, user_id, testmoment_id, module_id, created_at } of enrollments) {
    const moment = school.moments.get(testmoment_id)
    const module_name = school.modules.get(module_id)?.name ?? ''
    if (moment) own.push({ id, user_id, testmoment_id, module_id, module_name, created_at, moment })
  }
  return own.sort(byMomentAndModule)
}

function byMomentAndModule(one: OwnEnrollment, other: OwnEnrollment): number {
  if (one.moment.date !== other.moment.date) return one.moment.date < other.moment.date ? -1 : 1
  return one.module_name < other.module_name ? -1 : 1
}

/** The modules in use of the student's department. */
export const offeredTo = ({ student, schoolNow: { school } }: Reading): readonly OfferedModule[] =>
  school.offered.get(student.education_department_id ?? 0) ?? []

export const completedBy = ({ student }: Reading): ReadonlySet<number> =>
  new Set(student.completed_ids?.split(';').map(Number))
