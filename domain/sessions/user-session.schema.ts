import { z } from 'zod'
import { instantSchema } from '#domain/calendar/calendar.schema.ts'
import { idSchema, linkSchema } from '#domain/entities/entity.schema.ts'

/** One login that still holds. `device` is for people: 'Chrome op Android'; `current` is the one that asks. */
export const userSessionSchema = z.object({
  id: idSchema,
  device: z.string(),
  created_at: instantSchema,
  last_used_at: instantSchema,
  current: z.boolean(),
  _links: z.object({ delete: linkSchema.optional() }),
})
export type UserSession = z.infer<typeof userSessionSchema>
