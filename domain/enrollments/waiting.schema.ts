import { z } from 'zod'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { idSchema, instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'
import { enrollmentCreateSchema } from './enrollment.schema.ts'

/**
 * How waiting ended for a student:
 * - `promoted`: they have the seat
 * - `module-completed`, `enrolled-elsewhere`: they no longer need a seat; the latter only if they did not ask to be moved
 * - `module-unavailable`: the moment or their department no longer has the module
 * - `testmoment-past`, `testmoment-deleted`: the moment is past, or was deleted
 * - `removed`: a teacher removed them from the list
 */
export const waitingOutcomeKindSchema = z.enum([
  'promoted',
  'module-completed',
  'enrolled-elsewhere',
  'module-unavailable',
  'testmoment-past',
  'testmoment-deleted',
  'removed',
])
export type WaitingOutcomeKind = z.infer<typeof waitingOutcomeKindSchema>

/** `moves`: a student who takes the module elsewhere when a seat comes free is moved; without it they leave the list. */
export const waitingWishSchema = enrollmentCreateSchema.extend({ moves: z.boolean().default(false) })

/** A place in the line of a moment. The link `leave` is present while the student can give it up. */
export const waitingEntrySchema = z.object({
  id: idSchema,
  user_id: idSchema,
  testmoment_id: idSchema,
  module_id: idSchema,
  module_name: z.string(),
  moves: z.boolean(),
  created_at: instantSchema,
  /** counted from 1, in students */
  place: z.int().min(1),
  _links: z.object({ leave: linkSchema.optional() }),
})
export type WaitingEntry = z.infer<typeof waitingEntrySchema>

/** Outcome of waiting, shown to the student until they dismiss it by its link `seen`. */
export const waitingOutcomeSchema = z.object({
  id: idSchema,
  outcome: waitingOutcomeKindSchema,
  module_id: idSchema,
  module_name: z.string(),
  /** null once the moment is deleted */
  testmoment_id: idSchema.nullable(),
  /** moment as it was labelled when waiting ended */
  testmoment: whenAndWhereSchema,
  created_at: instantSchema,
  _links: z.object({ seen: linkSchema.optional() }),
})
export type WaitingOutcome = z.infer<typeof waitingOutcomeSchema>

/** Seats of a moment that has a limit. `free` counts those for newcomers: seats that waiting students can take are reserved. */
export const momentSeatsSchema = z.object({
  testmoment_id: idSchema,
  seats: z.int().min(1),
  free: z.int().min(0),
  waiting: z.int().min(0),
})
export type MomentSeats = z.infer<typeof momentSeatsSchema>
