import { z } from 'zod'
import { calendarDaySchema, instantSchema } from '#domain/calendar/calendar.schema.ts'
import { enrollmentSchema } from '#domain/enrollment/enrollment.schema.ts'
import { idSchema, linkSchema, versionSchema } from '#domain/link/link.schema.ts'

/** 'day': on `date` itself; 'week': in the seven days from `date` on. */
export const durationSchema = z.enum(['day', 'week'])
export type Duration = z.infer<typeof durationSchema>

export const testmomentModuleSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  auto_enroll: z.boolean(),
})
export type TestmomentModule = z.infer<typeof testmomentModuleSchema>

/**
 * `modules` empty means every active module. `max_enrollments` counts one student's modules at this moment, 0 is
 * unlimited. `enrollments` are those of the user the list was asked for.
 */
export const testmomentSchema = z.object({
  id: idSchema,
  date: calendarDaySchema,
  duration: durationSchema,
  enrollments_enabled: z.boolean(),
  enrollments_open_at: instantSchema.nullable(),
  enrollments_close_at: instantSchema.nullable(),
  max_enrollments: z.int().min(0),
  modules: z.array(testmomentModuleSchema),
  enrollments: z.array(enrollmentSchema),
  version: versionSchema,
  _links: z.object({ enroll: linkSchema.optional() }),
})
export type Testmoment = z.infer<typeof testmomentSchema>
