import { z } from 'zod'
import { idSchema, linkSchema, versionSchema } from '#domain/entities/entity.schema.ts'
import { moduleSchema } from '#domain/modules/module.schema.ts'

/** Decides which modules its students may choose. An archived one is no longer offered; its students keep it. */
export const educationDepartmentSchema = z.object({
  id: idSchema,
  name: z.string(),
  auto_enroll: z.boolean(),
  archived: z.boolean(),
  modules: z.array(moduleSchema),
  version: versionSchema,
  /** for administrators */
  _links: z.object({
    edit: linkSchema.optional(),
    modules: linkSchema.optional(),
    edit_modules: linkSchema.optional(),
  }),
})
export type EducationDepartment = z.infer<typeof educationDepartmentSchema>
