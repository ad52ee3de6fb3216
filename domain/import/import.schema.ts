import { z } from 'zod'
import { calendarDaySchema, instantSchema, timeOfDaySchema } from '#domain/entities/entity.schema.ts'
import { placeRefusals } from '#domain/testmoments/place.rules.ts'
import { durationSchema } from '#domain/testmoments/testmoment.schema.ts'

/** What a list is of. */
export const importKindSchema = z.enum(['students', 'testmoments', 'modules', 'results'])
export type ImportKind = z.infer<typeof importKindSchema>

/**
 * What keeps a list from being read at all:
 * - `import-quote-open`: a quote that is opened somewhere is never closed
 * - `import-line-too-long`: a line has more columns, or a cell of it more letters, than any list of a school
 * - `import-column-missing`: no column is what a line is known by
 */
export type ImportFault =
  | 'import-empty'
  | 'import-too-long'
  | 'import-line-too-long'
  | 'import-quote-open'
  | 'import-column-missing'

/** `import-changed`: the school, or the list, is no longer as it was when the list was confirmed. */
export type ImportRefusal = ImportFault | 'import-changed'

/** As it was pasted, or decoded from a file; what is wrong with it is reported by line. */
export const importTextSchema = z.string().max(2_000_000)

/** What becomes of a line of a list of students. */
export const studentVerdictSchema = z.enum([
  'new',
  'new-letters-lost',
  'new-without-name',
  'registered',
  'known',
  'number-added',
  'number-kept',
  'is-administrator',
  'without-role',
  'repeated',
  'contradicted',
  'shifted',
  'address-missing',
  'address-invalid',
  'name-too-long',
  'name-unreadable',
  'student-number-unreadable',
  'student-number-too-long',
  'student-number-shortened',
  'number-taken',
  'number-repeated',
  'department-unknown',
  'department-archived',
  'department-ambiguous',
])
export type StudentVerdict = z.infer<typeof studentVerdictSchema>

/** What becomes of a line of a list of test moments. */
export const testmomentVerdictSchema = z.enum([
  'new',
  'new-past',
  'known',
  'repeated',
  'contradicted',
  'shifted',
  'date-missing',
  'date-invalid',
  'duration-invalid',
  'start-invalid',
  'end-invalid',
  ...placeRefusals,
  'seats-invalid',
  'limit-invalid',
  'module-unknown',
  'module-inactive',
  'opening-invalid',
  'closing-invalid',
  'opening-past',
  'closing-past',
  'opening-too-late',
  'schedule-reversed',
])
export type TestmomentVerdict = z.infer<typeof testmomentVerdictSchema>

const lineSchema = z.object({
  /** in the text, from 1 */
  line: z.int().min(1),
  /** what the verdict is about: a name, a number, whose it is, the line that it repeats; else empty */
  about: z.string(),
})

export const studentLineSchema = lineSchema.extend({
  verdict: studentVerdictSchema,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** as it is kept; empty for none */
  student_number: z.string(),
  education_department: z.string(),
})
export type StudentLine = z.infer<typeof studentLineSchema>

/** What a line says, as far as it can be read. */
export const testmomentLineSchema = lineSchema.extend({
  verdict: testmomentVerdictSchema,
  /** as it was typed */
  typed_date: z.string(),
  date: calendarDaySchema.nullable(),
  duration: durationSchema,
  starts_at: timeOfDaySchema.nullable(),
  ends_at: timeOfDaySchema.nullable(),
  location: z.string().nullable(),
  seats: z.int().min(0),
  max_enrollments: z.int().min(0),
  /** their names; none for all */
  modules: z.array(z.string()),
  enrollments_open_at: instantSchema.nullable(),
  enrollments_close_at: instantSchema.nullable(),
})
export type TestmomentLine = z.infer<typeof testmomentLineSchema>

export const verdictCountsSchema = z.object({
  /** lines that would be added */
  added: z.int().min(0),
  /** lines that would fill in what is missing of somebody who is there */
  changed: z.int().min(0),
  /** lines of which nothing would come, since it is there */
  skipped: z.int().min(0),
  /** of all these, those that say something worth knowing */
  remarks: z.int().min(0),
  /** lines that keep the whole list from being imported */
  errors: z.int().min(0),
})
export type VerdictCounts = z.infer<typeof verdictCountsSchema>
