import { z } from 'zod'
import { calendarDaySchema } from '#domain/calendar/calendar.schema.ts'

/** A new moment lasts a day, has no limit and starts closed; all of it can be changed later. Asking for an open one is refused. */
export const testmomentCreationSchema = z.object({
  moment: calendarDaySchema,
  enrollments_enabled: z.boolean().default(false),
})
export type TestmomentCreation = z.infer<typeof testmomentCreationSchema>
