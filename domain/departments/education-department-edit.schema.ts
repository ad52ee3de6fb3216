import { z } from 'zod'
import { schoolNameSchema, versionSchema } from '#domain/entities/entity.schema.ts'

/** A new one is not archived, enrolls nobody automatically and holds no modules. */
export const educationDepartmentCreationSchema = z.object({ name: schoolNameSchema })
export type EducationDepartmentCreation = z.infer<typeof educationDepartmentCreationSchema>

/** What is left out stays as it is. */
export const educationDepartmentEditSchema = z.object({
  name: schoolNameSchema.optional(),
  auto_enroll: z.boolean().optional(),
  archived: z.boolean().optional(),
  version: versionSchema.optional(),
})
export type EducationDepartmentEdit = z.infer<typeof educationDepartmentEditSchema>
