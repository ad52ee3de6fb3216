import { z } from 'zod'
import { idSchema } from '#domain/entities/entity.schema.ts'
import {
  shownTestmomentSchema,
  testmomentCreationSchema,
  testmomentEditSchema,
  testmomentModuleSchema,
} from './testmoment.schema.ts'

/** Module of a moment; a `usable` one is active, and can be copied. */
const sourceModuleSchema = testmomentModuleSchema.pick({ id: true, name: true, auto_enroll: true }).extend({
  usable: z.boolean(),
})

/** Fields that are copied from a moment: all except whether it is open, since a new one is closed. */
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

export const copySourceSchema = shownTestmomentSchema.pick({ id: true, ...takenOver }).extend({
  modules: z.array(sourceModuleSchema),
  /** number of its rooms, which are not copied */
  rooms: z.int().min(0),
})
export type CopySource = z.infer<typeof copySourceSchema>

/** Most copies at once: more than a school has in a year. */
export const MOST_COPIES = 500

/** Copy of another year's moment: closed, with these modules. The limits are those of a manual edit. */
export const testmomentCopySchema = testmomentEditSchema
  .pick(takenOver)
  .required()
  .extend({
    location: testmomentCreationSchema.shape.location.unwrap(),
    modules: z.array(z.object({ id: idSchema, auto_enroll: z.boolean() })).max(1_000),
  })
export type TestmomentCopy = z.infer<typeof testmomentCopySchema>

export const copiesSchema = z.object({
  source_id: idSchema,
  testmoments: z.array(testmomentCopySchema).min(1).max(MOST_COPIES),
})
export type Copies = z.infer<typeof copiesSchema>
