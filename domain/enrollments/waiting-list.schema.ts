import { z } from 'zod'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { idSchema, instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'
import { moduleSchema } from '#domain/modules/module.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { obstacleSchema } from './group-act.schema.ts'
import { standstills } from './waiting.rules.ts'

/** A place in the line of a moment, to administrators. A student who waits for two modules has two, both with their place. */
export const waitingStudentSchema = z.object({
  /** id of the entry */
  id: idSchema,
  /** counted from 1, in students */
  place: z.int().min(1),
  user: userSchema
    .pick({ id: true, username: true, first_name: true, last_name: true, student_number: true })
    /** its name */
    .extend({ department: z.string().nullable() }),
  module_id: idSchema,
  module_name: z.string(),
  created_at: instantSchema,
  moves: z.boolean(),
  /** for another module there: what they wait for takes none more */
  has_seat: z.boolean(),
  /** the moment that they would leave for this one; null where they take the module nowhere, or did not ask to be moved */
  from: whenAndWhereSchema.nullable(),
  /** why they could not be given a seat now by themselves, should there be one: what binds a teacher too comes first */
  obstacle: obstacleSchema.nullable(),
  /** `promote` is there while a teacher can give them a seat, should there be one or above what there are */
  _links: z.object({ promote: linkSchema.optional(), leave: linkSchema }),
})
export type WaitingStudent = z.infer<typeof waitingStudentSchema>

/** How it stands with the line and the seats, whatever is searched for; and `found`, how many entries that finds. */
export const waitingCountsSchema = z.object({
  /** in line */
  students: z.int().min(0),
  entries: z.int().min(0),
  found: z.int().min(0),
  /** those for which anybody waits, by name */
  modules: z.array(moduleSchema.pick({ id: true, name: true }).extend({ students: z.int().min(1) })),
  /** 0 is no limit */
  seats: z.int().min(0),
  /** students who have one */
  taken: z.int().min(0),
  /** seats on which nobody sits, also those that are promised; null without a limit */
  free: z.int().min(0).nullable(),
  /** why the line stands still; null while the next student gets a seat that comes free */
  standstill: z.enum(standstills).nullable(),
})
export type WaitingCounts = z.infer<typeof waitingCountsSchema>
