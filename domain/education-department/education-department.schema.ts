import { z } from 'zod'
import { idSchema, versionSchema } from '#domain/link/link.schema.ts'
import { moduleSchema } from '#domain/module/module.schema.ts'

/** Decides which modules its students may choose. An archived one is no longer offered; its students keep it. */
export const educationDepartmentSchema = z.object({
  id: idSchema,
  name: z.string(),
  auto_enroll: z.boolean(),
  archived: z.boolean(),
  modules: z.array(moduleSchema),
  version: versionSchema,
})
export type EducationDepartment = z.infer<typeof educationDepartmentSchema>
