import { z } from 'zod'
import { idSchema, linkSchema, schoolNameSchema, textSchema, versionSchema } from '#domain/entities/entity.schema.ts'

/** `name` is the short code by which the school knows the module; it never changes after creation. */
export const moduleSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  /** archived, and therefore not in use: absent from lists and pickers, with its records unchanged */
  archived: z.boolean(),
  version: versionSchema,
})
export type Module = z.infer<typeof moduleSchema>
export const moduleFieldNames = moduleSchema.keyof().options

/** Module as listed. It has the link `delete` only while no records depend on it; `use` leads to their counts. */
export const listedModuleSchema = moduleSchema.extend({
  _links: z.object({
    edit: linkSchema.optional(),
    use: linkSchema.optional(),
    archive: linkSchema.optional(),
    unarchive: linkSchema.optional(),
    delete: linkSchema.optional(),
  }),
})
export type ListedModule = z.infer<typeof listedModuleSchema>

const count = z.int().min(0)

/** Counts of the records, past and present, that keep a module from being deleted. Departments that offer it do not. */
export const moduleUseSchema = z.object({
  enrollments: count,
  completions: count,
  /** places in line, and outcomes of earlier ones */
  waits: count,
  testmoments: count,
})
export type ModuleUse = z.infer<typeof moduleUseSchema>

const descriptionSchema = textSchema(2_000)

export const moduleCreationSchema = z.object({ name: schoolNameSchema, description: descriptionSchema })
export type ModuleCreation = z.infer<typeof moduleCreationSchema>

/** Fields that are left out stay the same; the name is ignored, since it never changes. */
export const moduleEditSchema = z.object({
  description: descriptionSchema.optional(),
  active: z.boolean().optional(),
  archived: z.boolean().optional(),
  version: versionSchema.optional(),
})
export type ModuleEdit = z.infer<typeof moduleEditSchema>
