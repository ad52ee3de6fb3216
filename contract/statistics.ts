import { endpoint } from './endpoint.ts'
import type * as schemas from './statistics.schema.ts'

/** Returns numbers of accounts. For administrators (decision 28). */
export const getAccountStatistics = endpoint<typeof schemas.getAccountStatisticsSchemas>('GET', '/account-statistics')

/**
 * Lists moments that have not ended before the day `after`, earliest first; that day has a zero-based month (`writeAfter`).
 * Without `after`, all moments of the year. The school year's link `testmoment_statistics`.
 */
export const listTestmomentStatistics = endpoint<typeof schemas.listTestmomentStatisticsSchemas>(
  'GET',
  '/schoolyear/:id/testmoment-statistics',
)

/** Returns numbers of enrollments in the last eight weeks, earliest first. The school year's link `enrollment_statistics`. */
export const listEnrollmentStatistics = endpoint<typeof schemas.listEnrollmentStatisticsSchemas>(
  'GET',
  '/schoolyear/:id/enrollment-statistics',
)

/**
 * Returns results and attendance of the year's tests, by module, by moment (earliest first), and by department with its class
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

/** Returns which first steps a new school has done. For administrators. */
export const getFirstSteps = endpoint<typeof schemas.getFirstStepsSchemas>('GET', '/first-steps')
