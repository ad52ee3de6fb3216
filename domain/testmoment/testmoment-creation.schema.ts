import { z } from 'zod'
import { calendarDaySchema } from '#domain/calendar/calendar.schema.ts'

/** A new moment lasts a day, has no limit and starts closed, whatever is sent; all of it can be changed later. */
export const testmomentCreationSchema = z.object({
  moment: calendarDaySchema,
  enrollments_enabled: z.boolean().default(false),
})
export type TestmomentCreation = z.infer<typeof testmomentCreationSchema>
