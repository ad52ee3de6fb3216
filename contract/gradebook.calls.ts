import { z } from 'zod'
import { linkSchema } from '#domain/entities/entity.schema.ts'
import { gradebookFilterSchema, gradebookModuleSchema, gradebookRowSchema } from '#domain/results/gradebook.schema.ts'
import { read } from './call.schema.ts'
import { exampleLink, fileSchema, fromCursorSchema, idTextSchema, shown } from './endpoint.schema.ts'
import type { ReplyOf } from './endpoint.ts'
import { XLSX } from './endpoint.ts'
import { exampleStudent } from './enrollments.calls.ts'
import { staff } from './proofs.ts'

const questionSchema = gradebookFilterSchema.extend({
  department: z.union([z.literal('none'), idTextSchema]).optional(),
  uncompleted: z.union([z.literal('any'), idTextSchema]).optional(),
})

/** Students who are enrolled at a moment of the year, and in the active year all others too. */
export const readGradebook = read('/schoolyear/:id/gradebook/:paging', {
  reach: 'administration',
  summary: 'Students of a school year by name, with their best published result and number of tries by module',
  querystring: fromCursorSchema.extend(questionSchema.shape).extend({
    count: z
      .literal('true')
      .transform((): true => true)
      .optional(),
  }),
  reply: shown(
    z.object({
      modules: z.array(gradebookModuleSchema),
      entities: z.array(gradebookRowSchema),
      count: z.int().min(0).optional(),
      _links: z.object({ next: linkSchema.optional(), export: linkSchema }),
    }),
    {
      modules: [
        { id: 3, name: 'ALG1', expected: true },
        { id: 7, name: 'STAT', expected: false },
      ],
      entities: [
        {
          ...exampleStudent,
          class_group: 'WIS1A',
          education_department_name: 'Werktuigbouwkunde',
          cells: [
            {
              module_id: 3,
              best: { outcome: 'passed', grade: 75 },
              testmoment_id: 12,
              tries: 2,
              completed: true,
            },
          ],
        },
      ],
      count: 312,
      _links: { export: exampleLink('GET', '/schoolyear/2/gradebook/export?department=3') },
    },
  ),
})

export const exportGradebook = read('/schoolyear/:id/gradebook/export', {
  reach: 'administration',
  proof: staff,
  summary: 'An .xlsx of the results of a school year as its list shows them, with its filters',
  reasons: ['users-too-many'],
  querystring: questionSchema,
  reply: fileSchema(XLSX, 'PK…'),
})

export type GradebookReply = ReplyOf<typeof readGradebook>
