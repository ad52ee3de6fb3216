import { z } from 'zod'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { userFilterSchema } from '#domain/users/user-filter.schema.ts'
import { resultStudentSchema, resultValueSchema } from './result.schema.ts'

/** Filter of the gradebook: each condition holds for every student in it. */
export const gradebookFilterSchema = userFilterSchema
  .pick({ search: true, department: true, class_group: true })
  .extend({
    /** students who have not completed this module, or any module, of those that are theirs */
    uncompleted: z.union([z.literal('any'), idSchema]).optional(),
  })
export type GradebookFilter = z.infer<typeof gradebookFilterSchema>

/** Cells without a result and without a completion are left out. */
export const gradebookCellSchema = z.object({
  module_id: idSchema,
  /** best published result of the year; null where none was published */
  best: resultValueSchema.nullable(),
  testmoment_id: idSchema.nullable(),
  /** moments of the year with a published result; a correction is not another try */
  tries: z.int().min(0),
  completed: z.boolean(),
})
export type GradebookCell = z.infer<typeof gradebookCellSchema>

export const gradebookRowSchema = resultStudentSchema.omit({ cells: true }).extend({
  education_department_name: z.string().nullable(),
  cells: z.array(gradebookCellSchema),
})
export type GradebookRow = z.infer<typeof gradebookRowSchema>

/** Module that may be a column. `expected`: it is in use, and offered by the department that was asked for, if any. */
export const gradebookModuleSchema = z.object({ id: idSchema, name: z.string(), expected: z.boolean() })
export type GradebookModule = z.infer<typeof gradebookModuleSchema>
