import type { EnrollmentFacts } from '#domain/enrollments/enrollment.rules.ts'
import { byStart, isCurrent, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import type { ModuleStatus, Testmoment } from './enrollment.schema.ts'

/**
 * Converts the API's lists for a student into facts for the rules. The listed moments are of the active school year. The
 * statuses are of active modules of the student's department, and of other modules while the student is enrolled in them.
 */

export const momentFactsOf = ({ modules, ...moment }: Testmoment): MomentFacts => ({
  ...moment,
  schoolyear_active: true,
  module_ids: modules.map(({ id }) => id),
})

/** Includes the module's name and description, so that the remaining modules can be shown after a choice. */
export const moduleFactsOf = ({ module, is_completed }: Pick<ModuleStatus, 'module' | 'is_completed'>) => ({
  ...module,
  active: true,
  in_department: true,
  is_completed,
})

export const enrollmentFactsOf = (statuses: readonly Pick<ModuleStatus, 'enrollments'>[]): EnrollmentFacts[] =>
  statuses
    .flatMap(({ enrollments }) => Object.values(enrollments))
    .map(({ enrollment: { testmoment_id, module_id }, testmoment: { date, duration } }) => ({
      testmoment_id,
      module_id,
      moment: { date, duration, schoolyear_active: true },
    }))

type StatusEnrollment = ModuleStatus['enrollments'][string]

/** Enrollments in the module that are still current at `now`, earliest first. */
export const futureEnrollments = (status: Pick<ModuleStatus, 'enrollments'>, now: number): StatusEnrollment[] =>
  Object.values(status.enrollments)
    .filter(({ testmoment }) => isCurrent(testmoment, now))
    .sort((one, other) => byStart(one.testmoment, other.testmoment))

/** The earliest current enrollment in the module, or null if there is none. */
export const futureEnrollment = (status: Pick<ModuleStatus, 'enrollments'>, now: number): StatusEnrollment | null =>
  futureEnrollments(status, now)[0] ?? null
