import { z } from 'zod'
import { calendarDaySchema } from '#domain/entities/entity.schema.ts'
import { testmomentSchema } from '#domain/testmoments/testmoment.schema.ts'

/** `enrollments` counts students enrolled at the moment, who take one seat each, `tests` their enrollments: one test per module. */
export const testmomentStatisticsEntrySchema = z.object({
  testmoment: testmomentSchema.pick({
    id: true,
    date: true,
    duration: true,
    location: true,
    starts_at: true,
    ends_at: true,
    enrollments_enabled: true,
    enrollments_open_at: true,
    enrollments_close_at: true,
    seats: true,
  }),
  enrollments: z.int().min(0),
  tests: z.int().min(0),
  /** students in line for a seat */
  waiting: z.int().min(0),
})
export type TestmomentStatisticsEntry = z.infer<typeof testmomentStatisticsEntrySchema>

/** `enrollments` made in the week that starts on the Monday `week`; those that were ended since are not counted. */
export const enrollmentStatisticsEntrySchema = z.object({ week: calendarDaySchema, enrollments: z.int().min(0) })
export type EnrollmentStatisticsEntry = z.infer<typeof enrollmentStatisticsEntrySchema>

/** `new_accounts` counts those made since the last 1 August. */
export const accountStatisticsSchema = z.object({
  admin_accounts: z.int().min(0),
  student_accounts: z.int().min(0),
  new_accounts: z.int().min(0),
})
export type AccountStatistics = z.infer<typeof accountStatisticsSchema>
