import { z } from 'zod'
import { idSchema } from '#domain/entities/entity.schema.ts'
import {
  shownTestmomentSchema,
  testmomentCreationSchema,
  testmomentEditSchema,
  testmomentModuleSchema,
} from './testmoment.schema.ts'

/** A module that a moment lists; one that is `usable` is in use, and can be taken over. */
const sourceModuleSchema = testmomentModuleSchema.pick({ id: true, name: true, auto_enroll: true }).extend({
  usable: z.boolean(),
})

/** Fields that are copied from a moment: all but whether it is open, which a new one never is. */
const takenOver = {
  date: true,
  duration: true,
  location: true,
  starts_at: true,
  ends_at: true,
  max_enrollments: true,
  seats: true,
  enrollments_open_at: true,
  enrollments_close_at: true,
} as const

/** A moment of a school year, as another year can take it over. */
export const copySourceSchema = shownTestmomentSchema.pick({ id: true, ...takenOver }).extend({
  modules: z.array(sourceModuleSchema),
})
export type CopySource = z.infer<typeof copySourceSchema>

/** More than any school has in a year. */
export const MOST_COPIES = 500

/** A moment that is made of one of another year: closed, with these modules. Bounds are those of an edit by hand. */
export const testmomentCopySchema = testmomentEditSchema
  .pick(takenOver)
  .required()
  .extend({
    location: testmomentCreationSchema.shape.location.unwrap(),
    modules: z.array(z.object({ id: idSchema, auto_enroll: z.boolean() })).max(1_000),
  })
export type TestmomentCopy = z.infer<typeof testmomentCopySchema>

export const copiesSchema = z.object({
  /** the year that they come from, for the log */
  source_id: idSchema,
  testmoments: z.array(testmomentCopySchema).min(1).max(MOST_COPIES),
})
export type Copies = z.infer<typeof copiesSchema>
