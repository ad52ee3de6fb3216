import { z } from 'zod'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { calendarDaySchema, idSchema, instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'
import { presenceStatusSchema } from '#domain/presence/presence.schema.ts'
import { shownChairSchema } from '#domain/rooms/chair.schema.ts'
import { personSchema } from '#domain/users/user.schema.ts'

export const resultOutcomeSchema = z.enum(['passed', 'failed'])
export type ResultOutcome = z.infer<typeof resultOutcomeSchema>

/** Result of a test. A grade is in tenths, 10 to 100; with one, `outcome` follows from it. */
export const resultValueSchema = z.object({
  outcome: resultOutcomeSchema,
  grade: z.int().min(10).max(100).nullable(),
})
export type ResultValue = z.infer<typeof resultValueSchema>

/** Cell of the grid. `version` is 0 before a first entry; `draft` as entered last, `published` as students see it. */
export const resultCellSchema = z.object({
  enrollment_id: idSchema,
  module_id: idSchema,
  presence: presenceStatusSchema.nullable(),
  version: z.int().min(0),
  draft: resultValueSchema.nullable(),
  published: resultValueSchema.nullable(),
  published_at: instantSchema.nullable(),
  /** last editor; null once the account is deleted */
  editor: z.string().nullable(),
  /** system of the school that sent the draft; null if a person entered it */
  sender: z.string().nullable(),
})
export type ResultCell = z.infer<typeof resultCellSchema>

export const resultStudentSchema = personSchema.extend({
  class_group: z.string().nullable(),
  cells: z.array(resultCellSchema),
})
export type ResultStudent = z.infer<typeof resultStudentSchema>

export const resultEditSchema = z.object({
  enrollment_id: idSchema,
  version: z.int().min(0),
  /** null clears the cell */
  value: resultValueSchema.nullable(),
})
export type ResultEdit = z.infer<typeof resultEditSchema>

/**
 * `saved`; `same`: the cell had that result already; `stale`: somebody else changed it, `cell` is the current one; `unknown`:
 * no such enrollment at the moment.
 */
export const savedResultSchema = z.object({
  enrollment_id: idSchema,
  outcome: z.enum(['saved', 'same', 'stale', 'unknown']),
  cell: resultCellSchema.nullable(),
})
export type SavedResult = z.infer<typeof savedResultSchema>

const count = z.int().min(0)

export const correctionSchema = z.object({
  enrollment_id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  module_name: z.string(),
  from: resultValueSchema,
  /** null withdraws it */
  to: resultValueSchema.nullable(),
  ended: z.array(whenAndWhereSchema),
})
export type Correction = z.infer<typeof correctionSchema>

/** Student who was absent by the list, and has a result that becomes known. */
export const absenteeSchema = correctionSchema
  .pick({ enrollment_id: true, first_name: true, last_name: true, module_name: true })
  .extend({ user_id: idSchema })
export type Absentee = z.infer<typeof absenteeSchema>

export const publicationSchema = z.object({
  /** results that students have not seen, or not with this value */
  results: count,
  passed: count,
  failed: count,
  corrections: z.array(correctionSchema),
  absent: z.array(absenteeSchema),
  /** modules that it completes, and modules that are no longer completed */
  completions: count,
  completions_lifted: count,
  /** enrollments at other moments, and places in line, that end */
  enrollments_ended: count,
  waits_ended: count,
  students_unenrolled: count,
  /** made by automatic enrollment for students whose completion is lifted */
  enrollments_made: count,
  without_result: count,
})
export type Publication = z.infer<typeof publicationSchema>

/** Past test in `Mijn toetsen`. */
export const takenTestSchema = z.object({
  id: idSchema,
  testmoment_id: idSchema,
  testmoment: whenAndWhereSchema.extend({ date: calendarDaySchema }),
  schoolyear_name: z.string(),
  module_id: idSchema,
  module_name: z.string(),
  module_description: z.string(),
  presence: presenceStatusSchema.nullable(),
  result: resultValueSchema.nullable(),
  published_at: instantSchema.nullable(),
  /** whether it was published before with another value */
  corrected: z.boolean(),
  is_completed: z.boolean(),
  /** where the student sat, as long as that is kept */
  chair: shownChairSchema.optional(),
})
export type TakenTest = z.infer<typeof takenTestSchema>

export const resultLinksSchema = z.object({
  edit: linkSchema.optional(),
  publish: linkSchema.optional(),
  import: linkSchema.optional(),
  export: linkSchema.optional(),
})
