import { endpoint } from './endpoint.ts'
import type * as schemas from './statistics.schema.ts'

/** For administrators (decision 28). */
export const getAccountStatistics = endpoint<typeof schemas.getAccountStatisticsSchemas>('GET', '/account-statistics')

/**
 * Moments that have not ended before the day `after`, which is written with a zero-based month (`writeAfter`); the
 * earliest first. Without `after` all of the year. The school year's link `testmoment_statistics`.
 */
export const listTestmomentStatistics = endpoint<typeof schemas.listTestmomentStatisticsSchemas>(
  'GET',
  '/schoolyear/:id/testmoment-statistics',
)

/** Enrollments of the last eight weeks, the earliest first. The school year's link `enrollment_statistics`. */
export const listEnrollmentStatistics = endpoint<typeof schemas.listEnrollmentStatisticsSchemas>(
  'GET',
  '/schoolyear/:id/enrollment-statistics',
)

/**
 * Results and attendance of the year's tests, by module, by moment, the earliest first, and by department with its class
 * groups. Only published results count. The school year's link `result_statistics`.
 */
export const getResultStatistics = endpoint<typeof schemas.getResultStatisticsSchemas>(
  'GET',
  '/schoolyear/:id/result-statistics',
)

/** Exports the same as an .xlsx. Their link `export`. */
export const exportResultStatistics = endpoint<typeof schemas.exportResultStatisticsSchemas>(
  'GET',
  '/schoolyear/:id/result-statistics/export',
)

/** For administrators: what a school that begins has done. */
export const getFirstSteps = endpoint<typeof schemas.getFirstStepsSchemas>('GET', '/first-steps')
