import { endpoint } from './endpoint.ts'
import type * as schemas from './statistics.schema.ts'

/** For administrators (decision 28). */
export const getAccountStatistics = endpoint<typeof schemas.getAccountStatisticsSchemas>('GET', '/account-statistics')

/**
 * By the school year's link `testmoment_statistics`: the moments that have not ended before the day `after`, which is
 * written with a zero-based month (`writeAfter`); the earliest first. Without `after` all of the year.
 */
export const listTestmomentStatistics = endpoint<typeof schemas.listTestmomentStatisticsSchemas>(
  'GET',
  '/schoolyear/:id/testmoment-statistics',
)

/** By the school year's link `enrollment_statistics`: the last eight weeks, the earliest first. */
export const listEnrollmentStatistics = endpoint<typeof schemas.listEnrollmentStatisticsSchemas>(
  'GET',
  '/schoolyear/:id/enrollment-statistics',
)

/**
 * By the school year's link `result_statistics`: what came of its tests, by module and by moment, the earliest first, and
 * who came. Of results only those that were published.
 */
export const getResultStatistics = endpoint<typeof schemas.getResultStatisticsSchemas>(
  'GET',
  '/schoolyear/:id/result-statistics',
)

/** By their link `export`: the same as an .xlsx. */
export const exportResultStatistics = endpoint<typeof schemas.exportResultStatisticsSchemas>(
  'GET',
  '/schoolyear/:id/result-statistics/export',
)

/** For administrators: what a school that begins has done. */
export const getFirstSteps = endpoint<typeof schemas.getFirstStepsSchemas>('GET', '/first-steps')
