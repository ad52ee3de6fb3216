import type { EnrollmentFacts } from '#domain/enrollments/enrollment.rules.ts'
import type { Testmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { ModuleStatus } from '#domain/enrollments/module-status.schema.ts'
import { byStart, isCurrent, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'

/**
 * Facts for the rules, taken from what the API gives a student: the moments listed are of the active school year, the
 * statuses are of the active modules of the student's department, and of another only while they are enrolled in it.
 */

export const momentFactsOf = ({ modules, ...moment }: Testmoment): MomentFacts => ({
  ...moment,
  schoolyear_active: true,
  module_ids: modules.map(({ id }) => id),
})

/** With the module's name and description, so that what is left after a choice can be shown. */
export const moduleFactsOf = ({ module, is_completed }: Pick<ModuleStatus, 'module' | 'is_completed'>) => ({
  ...module,
  active: true,
  in_department: true,
  is_completed,
})

/** All enrollments of the student in the active school year, those of every module together. */
export const enrollmentFactsOf = (statuses: readonly Pick<ModuleStatus, 'enrollments'>[]): EnrollmentFacts[] =>
  statuses
    .flatMap(({ enrollments }) => Object.values(enrollments))
    .map(({ enrollment: { testmoment_id, module_id }, testmoment: { date, duration } }) => ({
      testmoment_id,
      module_id,
      moment: { date, duration, schoolyear_active: true },
    }))

type StatusEnrollment = ModuleStatus['enrollments'][string]

/** The enrollments in the module that are still current at `now` (ms), the earliest first. */
export const futureEnrollments = (status: Pick<ModuleStatus, 'enrollments'>, now: number): StatusEnrollment[] =>
  Object.values(status.enrollments)
    .filter(({ testmoment }) => isCurrent(testmoment, now))
    .sort((one, other) => byStart(one.testmoment, other.testmoment))

/** The earliest of them, null without one. */
export const futureEnrollment = (status: Pick<ModuleStatus, 'enrollments'>, now: number): StatusEnrollment | null =>
  futureEnrollments(status, now)[0] ?? null
