import { z } from 'zod'
import {
  accountStatisticsSchema,
  enrollmentStatisticsEntrySchema,
  testmomentStatisticsEntrySchema,
} from '#domain/statistics/statistics.schema.ts'
import { byIdSchema, type SchemasOf } from './endpoint.schema.ts'
import { listReplySchema } from './list.schema.ts'
import type * as statistics from './statistics.ts'

export const getAccountStatisticsSchemas = { reply: accountStatisticsSchema } satisfies SchemasOf<
  typeof statistics.getAccountStatistics
>

export const listTestmomentStatisticsSchemas = {
  params: byIdSchema,
  querystring: z.object({ after: z.string().max(10).optional() }),
  reply: listReplySchema(testmomentStatisticsEntrySchema),
} satisfies SchemasOf<typeof statistics.listTestmomentStatistics>

export const listEnrollmentStatisticsSchemas = {
  params: byIdSchema,
  reply: listReplySchema(enrollmentStatisticsEntrySchema),
} satisfies SchemasOf<typeof statistics.listEnrollmentStatistics>
