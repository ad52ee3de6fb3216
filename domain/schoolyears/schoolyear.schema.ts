import { z } from 'zod'
import { idSchema, linkSchema, schoolNameSchema, versionSchema } from '#domain/entities/entity.schema.ts'

/** School year. At most one is active; students see only its test moments. */
export const schoolyearSchema = z.object({
  id: idSchema,
  name: z.string(),
  active: z.boolean(),
  version: versionSchema,
  /** for administrators */
  _links: z.object({
    edit: linkSchema.optional(),
    testmoments: linkSchema.optional(),
    add_testmoment: linkSchema.optional(),
    testmoment_statistics: linkSchema.optional(),
    enrollment_statistics: linkSchema.optional(),
    result_statistics: linkSchema.optional(),
  }),
})
export type Schoolyear = z.infer<typeof schoolyearSchema>
export const schoolyearFieldNames = schoolyearSchema.omit({ _links: true }).keyof().options

/** An `archived` one is absent from lists and pickers, with all its records unchanged, and is never the active one. */
export const managedSchoolyearSchema = schoolyearSchema.extend({
  archived: z.boolean(),
  testmoments: z.int().min(0),
  recesses: z.int().min(0),
  _links: schoolyearSchema.shape._links.extend({
    archive: linkSchema.optional(),
    restore: linkSchema.optional(),
    delete: linkSchema.optional(),
    list_recesses: linkSchema.optional(),
    copy_testmoments: linkSchema.optional(),
  }),
})
export type ManagedSchoolyear = z.infer<typeof managedSchoolyearSchema>
export const managedSchoolyearFieldNames = [...schoolyearFieldNames, 'archived', 'testmoments', 'recesses'] as const

export const schoolyearCreationSchema = z.object({ name: schoolNameSchema })
export type SchoolyearCreation = z.infer<typeof schoolyearCreationSchema>

/** Fields that are left out stay the same. */
export const schoolyearEditSchema = z.object({
  name: schoolNameSchema.optional(),
  active: z.boolean().optional(),
  archived: z.boolean().optional(),
  version: versionSchema.optional(),
})
export type SchoolyearEdit = z.infer<typeof schoolyearEditSchema>
