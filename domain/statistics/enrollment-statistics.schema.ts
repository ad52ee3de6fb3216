import { z } from 'zod'
import { calendarDaySchema } from '#domain/calendar/calendar.schema.ts'

/** `enrollments` made in the week that starts on the Monday `week`; those that were ended since are not counted. */
export const enrollmentStatisticsEntrySchema = z.object({ week: calendarDaySchema, enrollments: z.int().min(0) })
export type EnrollmentStatisticsEntry = z.infer<typeof enrollmentStatisticsEntrySchema>
