import { z } from 'zod'
import { calendarDaySchema, idSchema, textSchema } from '#domain/entities/entity.schema.ts'
import { ROLES } from './roles.ts'

export const userFilterSchema = z.object({
  /** each word must occur in a name, the address or the student number */
  search: textSchema(200).optional(),
  /** the user's first role, the one that the list shows; `none` for users without a role */
  type: z.enum([...ROLES, 'none']).optional(),
  department: z.union([z.literal('none'), idSchema]).optional(),
  /** exact name of the class, as stored */
  class_group: textSchema(200).optional(),
  activated: z.enum(['yes', 'no']).optional(),
  /** users who are not activated and were sent no letter yet, or only letters that have expired */
  letter: z.enum(['none', 'expired']).optional(),
  /** users without an enrollment: `never` in any school year, `not-this-year` in the active one */
  enrolled: z.enum(['never', 'not-this-year']).optional(),
  /** last login before this day in Amsterdam, or never */
  login_before: calendarDaySchema.optional(),
})
export type UserFilter = z.infer<typeof userFilterSchema>
