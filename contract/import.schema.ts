import { z } from 'zod'
import { idSchema } from '#domain/entities/entity.schema.ts'
import {
  importTextSchema,
  studentLineSchema,
  testmomentLineSchema,
  verdictCountsSchema,
} from '#domain/import/import.schema.ts'
import { type SchemasOf, shown } from './endpoint.schema.ts'
import type * as imports from './import.ts'

const students =
  'voornaam;achternaam;e-mail;studentnummer;studierichting\nNoor;Bos;noor.bos@student.example;2104567;Technische Wiskunde\n'
const testmoments = 'datum;tijd;plaats;plaatsen;maximum;modules\n20-3-2026;9:00-11:30;Zaal 3.14;80;2;ALG1\n'
const confirmation = 'q3Zc0pL8m1sYxV5tWb7kRg'

const listSchema = z.object({ text: importTextSchema })
const confirmedListSchema = listSchema.extend({ confirmation: z.string().max(100) })
const ofSchoolyear = { schoolyear_id: idSchema }

const counts = { added: 1, changed: 0, skipped: 0, remarks: 0, errors: 0 }
const rest = { counts, unused_columns: [], confirmation }

const previewSchema = <Line extends z.ZodType>(line: Line) =>
  z.object({
    lines: z.array(line),
    counts: verdictCountsSchema,
    unused_columns: z.array(z.string()),
    confirmation: z.string().nullable(),
  })

const importedSchema = z.object({ added: z.int().min(0) })

export const previewStudentImportSchemas = {
  body: shown(listSchema, { text: students }),
  reply: shown(previewSchema(studentLineSchema), {
    lines: [
      {
        line: 2,
        verdict: 'new',
        about: '',
        username: 'noor.bos@student.example',
        first_name: 'Noor',
        last_name: 'Bos',
        student_number: '2104567',
        education_department: 'Technische Wiskunde',
      },
    ],
    ...rest,
  }),
} satisfies SchemasOf<typeof imports.previewStudentImport>

export const importStudentsSchemas = {
  body: shown(confirmedListSchema, { text: students, confirmation }),
  reply: importedSchema.extend({ changed: z.int().min(0) }),
} satisfies SchemasOf<typeof imports.importStudents>

export const previewTestmomentImportSchemas = {
  body: shown(listSchema.extend(ofSchoolyear), { text: testmoments, schoolyear_id: 2 }),
  reply: shown(previewSchema(testmomentLineSchema), {
    lines: [
      {
        line: 2,
        verdict: 'new',
        about: '',
        typed_date: '20-3-2026',
        date: '2026-03-20',
        duration: 'day',
        starts_at: '09:00',
        ends_at: '11:30',
        location: 'Zaal 3.14',
        seats: 80,
        max_enrollments: 2,
        modules: ['ALG1'],
        enrollments_open_at: null,
        enrollments_close_at: null,
      },
    ],
    ...rest,
  }),
} satisfies SchemasOf<typeof imports.previewTestmomentImport>

export const importTestmomentsSchemas = {
  body: shown(confirmedListSchema.extend(ofSchoolyear), { text: testmoments, schoolyear_id: 2, confirmation }),
  reply: importedSchema,
} satisfies SchemasOf<typeof imports.importTestmoments>

export const countImportLettersSchemas = {
  reply: z.object({ waiting: z.int().min(0), given_up: z.int().min(0) }),
} satisfies SchemasOf<typeof imports.countImportLetters>
