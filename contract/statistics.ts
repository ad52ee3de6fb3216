import type { z } from 'zod'
import type {
  AccountStatistics,
  EnrollmentStatisticsEntry,
  FirstSteps,
  resultStatisticsSchema,
  TestmomentStatisticsEntry,
} from '#domain/statistics/statistics.schema.ts'
import { type ById, endpoint, type ListReply } from './endpoint.ts'

/** For administrators (decision 28). */
export const getAccountStatistics = endpoint<{ reply: AccountStatistics }>('GET', '/account-statistics')

/**
 * By the school year's link `testmoment_statistics`: the moments that have not ended before the day `after`, which is
 * written with a zero-based month (`writeAfter`); the earliest first. Without `after` all of the year.
 */
export const listTestmomentStatistics = endpoint<{
  params: ById
  query: { after?: string }
  reply: ListReply<TestmomentStatisticsEntry>
}>('GET', '/schoolyear/:id/testmoment-statistics')

/** By the school year's link `enrollment_statistics`: the last eight weeks, the earliest first. */
export const listEnrollmentStatistics = endpoint<{ params: ById; reply: ListReply<EnrollmentStatisticsEntry> }>(
  'GET',
  '/schoolyear/:id/enrollment-statistics',
)

/**
 * By the school year's link `result_statistics`: what came of its tests, by module and by moment, the earliest first, and
 * who came. Of results only those that were published.
 */
export const getResultStatistics = endpoint<{ params: ById; reply: z.infer<typeof resultStatisticsSchema> }>(
  'GET',
  '/schoolyear/:id/result-statistics',
)

/** By their link `export`: the same as an .xlsx. */
export const exportResultStatistics = endpoint<{ params: ById; reply: string }>(
  'GET',
  '/schoolyear/:id/result-statistics/export',
)

/** For administrators: what a school that begins has done. */
export const getFirstSteps = endpoint<{ reply: FirstSteps }>('GET', '/first-steps')
