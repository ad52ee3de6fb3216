import { byStart, isCurrent } from '#domain/testmoment/testmoment.rules.ts'
import type { ModuleStatus } from './module-status.schema.ts'

type StatusEnrollment = ModuleStatus['enrollments'][string]

/** The earliest enrolment in the module that is still current at `now` (ms), null without one. */
export const futureEnrollment = (status: Pick<ModuleStatus, 'enrollments'>, now: number): StatusEnrollment | null =>
  Object.values(status.enrollments)
    .filter(({ testmoment }) => isCurrent(testmoment, now))
    .sort((one, other) => byStart(one.testmoment, other.testmoment))[0] ?? null
