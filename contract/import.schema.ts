import { z } from 'zod'
import { idSchema } from '#domain/entities/entity.schema.ts'
import {
  importTextSchema,
  studentLineSchema,
  testmomentLineSchema,
  verdictCountsSchema,
} from '#domain/import/import.schema.ts'
import type { SchemasOf } from './endpoint.schema.ts'
import type * as imports from './import.ts'

const listSchema = z.object({ text: importTextSchema })
const confirmedListSchema = listSchema.extend({ confirmation: z.string().max(100) })
const ofSchoolyear = { schoolyear_id: idSchema }

const previewSchema = <Line extends z.ZodType>(line: Line) =>
  z.object({
    lines: z.array(line),
    counts: verdictCountsSchema,
    unused_columns: z.array(z.string()),
    confirmation: z.string().nullable(),
  })

const importedSchema = z.object({ added: z.int().min(0) })

export const previewStudentImportSchemas = {
  body: listSchema,
  reply: previewSchema(studentLineSchema),
} satisfies SchemasOf<typeof imports.previewStudentImport>

export const importStudentsSchemas = {
  body: confirmedListSchema,
  reply: importedSchema,
} satisfies SchemasOf<typeof imports.importStudents>

export const previewTestmomentImportSchemas = {
  body: listSchema.extend(ofSchoolyear),
  reply: previewSchema(testmomentLineSchema),
} satisfies SchemasOf<typeof imports.previewTestmomentImport>

export const importTestmomentsSchemas = {
  body: confirmedListSchema.extend(ofSchoolyear),
  reply: importedSchema,
} satisfies SchemasOf<typeof imports.importTestmoments>

export const countImportLettersSchemas = {
  reply: z.object({ waiting: z.int().min(0), given_up: z.int().min(0) }),
} satisfies SchemasOf<typeof imports.countImportLetters>
