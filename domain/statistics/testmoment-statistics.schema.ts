import { z } from 'zod'
import { testmomentSchema } from '#domain/testmoments/testmoment.schema.ts'

/** `enrollments` counts students enrolled at the moment, `tests` their enrollments: one test per module. */
export const testmomentStatisticsEntrySchema = z.object({
  testmoment: testmomentSchema.pick({
    id: true,
    date: true,
    duration: true,
    enrollments_enabled: true,
    enrollments_open_at: true,
    enrollments_close_at: true,
  }),
  enrollments: z.int().min(0),
  tests: z.int().min(0),
})
export type TestmomentStatisticsEntry = z.infer<typeof testmomentStatisticsEntrySchema>
