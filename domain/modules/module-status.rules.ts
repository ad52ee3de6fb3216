import { byStart, isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { ModuleStatus } from './module-status.schema.ts'

type StatusEnrollment = ModuleStatus['enrollments'][string]

/** The enrollments in the module that are still current at `now` (ms), the earliest first. */
export const futureEnrollments = (status: Pick<ModuleStatus, 'enrollments'>, now: number): StatusEnrollment[] =>
  Object.values(status.enrollments)
    .filter(({ testmoment }) => isCurrent(testmoment, now))
    .sort((one, other) => byStart(one.testmoment, other.testmoment))

/** The earliest of them, null without one. */
export const futureEnrollment = (status: Pick<ModuleStatus, 'enrollments'>, now: number): StatusEnrollment | null =>
  futureEnrollments(status, now)[0] ?? null
