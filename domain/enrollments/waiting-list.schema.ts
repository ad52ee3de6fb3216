import { z } from 'zod'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { idSchema, instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'
import { moduleSchema } from '#domain/modules/module.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { obstacleSchema } from './group-act.schema.ts'
import { standstills } from './waiting.rules.ts'

/** Entry in the line of a moment, for administrators. A student who waits for two modules has two, with the same place. */
export const waitingStudentSchema = z.object({
  id: idSchema,
  place: z.int().min(1),
  user: userSchema
    .pick({ id: true, username: true, first_name: true, last_name: true, student_number: true })
    .extend({ department: z.string().nullable() }),
  module_id: idSchema,
  module_name: z.string(),
  created_at: instantSchema,
  moves: z.boolean(),
  /** whether they have a seat there for another module: then the module that they wait for takes no new seat */
  has_seat: z.boolean(),
  /** moment that they would leave for this one; null if they take the module nowhere, or did not ask to be moved */
  from: whenAndWhereSchema.nullable(),
  /** why they could not take a free seat by themselves now; reasons that bind teachers too come first */
  obstacle: obstacleSchema.nullable(),
  /** `promote` is present if a teacher can give them a seat, free or above the limit */
  _links: z.object({ promote: linkSchema.optional(), leave: linkSchema }),
})
export type WaitingStudent = z.infer<typeof waitingStudentSchema>

/** Counts of the line and the seats, independent of the search; `found` is the number of entries that match it. */
export const waitingCountsSchema = z.object({
  students: z.int().min(0),
  entries: z.int().min(0),
  found: z.int().min(0),
  modules: z.array(moduleSchema.pick({ id: true, name: true }).extend({ students: z.int().min(1) })),
  /** 0 means no limit */
  seats: z.int().min(0),
  taken: z.int().min(0),
  /** unoccupied seats, including reserved ones; null without a limit */
  free: z.int().min(0).nullable(),
  /** why the line does not move; null while the next student gets a seat that comes free */
  standstill: z.enum(standstills).nullable(),
})
export type WaitingCounts = z.infer<typeof waitingCountsSchema>
