import { z } from 'zod'
import { durationSchema, whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import {
  calendarDaySchema,
  idSchema,
  instantSchema,
  linkSchema,
  timeOfDaySchema,
} from '#domain/entities/entity.schema.ts'
import { exactTextSchema, textSchema } from '#domain/entities/text.schema.ts'
import { resultValueSchema } from '#domain/results/result.schema.ts'
import { importKinds } from './import-kinds.ts'

/** Kinds of lists. */
export const importKindSchema = z.enum(namesIn(importKinds))

/**
 * Reasons why a list cannot be read at all:
 *
 * - `import-quote-open`: a quote that is opened somewhere is never closed
 *
 * - `import-line-too-long`: a line has more columns, or a cell of it more letters, than any list of a school
 *
 * - `import-column-missing`: no column identifies a line
 */
export type ImportFault =
  | 'import-empty'
  | 'import-too-long'
  | 'import-line-too-long'
  | 'import-quote-open'
  | 'import-column-missing'

/** List as pasted, or decoded from a file; its errors are reported by line. */
export const importTextSchema = exactTextSchema(2_000_000)

/** Which department is meant by a name in a list that the school does not know. */
export const departmentMeaningSchema = z.object({ name: textSchema(1_000), education_department_id: idSchema })
export type DepartmentMeaning = z.infer<typeof departmentMeaningSchema>

/** A department's name in a list that the school does not know, or has put away. */
export const unknownDepartmentSchema = z.object({
  name: z.string(),
  /** lines that have it */
  lines: z.int().min(1),
  /** the departments of the school, the most like it first */
  nearest: z.array(z.object({ id: idSchema, name: z.string() })),
})
export type UnknownDepartment = z.infer<typeof unknownDepartmentSchema>

/**
 * Reading of a line whose time differs from that of the existing moment on its day: the `same` one, at another time, or
 * an `other` one beside it.
 */
export const sameDaySchema = z.enum(['same', 'other'])
export type SameDay = z.infer<typeof sameDaySchema>

/** How a column of a list is read: what it means, by the names of `columnMeanings`, or null: nothing is read of it. */
export const columnReadingSchema = z.object({ header: textSchema(1_000), meaning: exactTextSchema(100).nullable() })
export type ColumnReading = z.infer<typeof columnReadingSchema>

/** Change by a line, as shown; `field` is a name of `columnMeanings`. */
export const listedChangeSchema = z.object({ field: z.string(), old: z.string(), new: z.string() })
export type ListedChange = z.infer<typeof listedChangeSchema>

/** In their order; a record's own names, which TypeScript takes for any text. */
function namesIn<Name extends string>(named: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(named) as Name[]
}

/** Fields that every judged line of a list has; the verdicts are those of its kind. */
export const judgedLineSchema = <Verdict extends string>({
  verdicts,
}: {
  verdicts: Readonly<Record<Verdict, unknown>>
}) =>
  z.object({
    /** in the text, from 1 */
    line: z.int().min(1),
    /** never none, the most important first; `about` is a name, a number, whose it is, the line that is repeated, or empty */
    findings: z.array(z.object({ verdict: z.enum(namesIn(verdicts)), about: z.string() })),
    /** old and new of each value that would be replaced; of 'Bijwerken' alone */
    changes: z.array(listedChangeSchema),
  })

export const studentLineSchema = judgedLineSchema(importKinds.students).extend({
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** number as kept; empty for none */
  student_number: z.string(),
  education_department: z.string(),
  /** as kept; empty for none */
  class_group: z.string(),
})
export type StudentLine = z.infer<typeof studentLineSchema>

/** Contents of a line, as far as it can be read. */
export const testmomentLineSchema = judgedLineSchema(importKinds.testmoments).extend({
  /** date as typed */
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

/** Contents of a line, tidied. */
export const moduleLineSchema = judgedLineSchema(importKinds.modules).extend({
  name: z.string(),
  description: z.string(),
  /** their names, of those that are known as the school writes them */
  departments: z.array(z.string()),
})
export type ModuleLine = z.infer<typeof moduleLineSchema>

/** One result of a list, matched to a student who is enrolled. */
export const resultLineSchema = judgedLineSchema(importKinds.results).extend({
  /** student as the list writes them */
  student: z.string(),
  /** who that is */
  name: z.string().nullable(),
  module: z.string(),
  /** result as the list writes it */
  typed: z.string(),
  value: resultValueSchema.nullable(),
  /** current result, where it would change */
  before: resultValueSchema.nullable(),
})
export type ResultLine = z.infer<typeof resultLineSchema>

export const verdictCountsSchema = z.object({
  /** lines that would be added */
  added: z.int().min(0),
  /** lines that would fill in or replace something of what is there */
  changed: z.int().min(0),
  /** lines of which nothing would come, since it is there */
  skipped: z.int().min(0),
  /** number of these lines that carry a remark */
  remarks: z.int().min(0),
  /** lines that keep the whole list from being imported */
  errors: z.int().min(0),
})
export type VerdictCounts = z.infer<typeof verdictCountsSchema>

/** Whether accounts that an import makes are written to at once, or when somebody says so at Gebruikers. */
export const importLettersSchema = z.enum(['now', 'later'])
export type ImportLettersWish = z.infer<typeof importLettersSchema>

/**
 * Why what a line did stays when its import is turned back:
 * - `gone`: it is not there any more
 * - `edited`: it was changed since, by hand or by another import
 * - `published`: students were notified of it
 * - `in-use`: something else hangs on it by now
 * - `planned-past`: the opening or closing that it would get back has been
 * - `number-taken`: the number that it would get back is somebody else's
 * - `too-old`: what stood there is no longer kept
 */
export const undoHindranceSchema = z.enum([
  'gone',
  'logged-in',
  'activated',
  'edited',
  'enrolled',
  'published',
  'in-use',
  'planned-past',
  'number-taken',
  'too-old',
])
export type UndoHindrance = z.infer<typeof undoHindranceSchema>

/** An import that was carried out. */
export const keptImportSchema = z.object({
  id: idSchema,
  kind: importKindSchema,
  at: instantSchema,
  /** user who imported it; null once the account is gone */
  actor: z.string().nullable(),
  /**
   * target of the import under its name of then: a school year or a test moment; null for lists that go into the school
   */
  place: z.string().nullable(),
  added: z.int().min(0),
  changed: z.int().min(0),
  /** when and by which user it was last undone; some of its lines may have stayed */
  undone_at: instantSchema.nullable(),
  undoer: z.string().nullable(),
  _links: z.object({ self: linkSchema }),
})
export type KeptImport = z.infer<typeof keptImportSchema>

const momentStartSchema = whenAndWhereSchema.pick({ date: true, duration: true, starts_at: true })

/** Effect of one line, and what would become of it if its import were undone now. */
export const undoLineSchema = z.object({
  id: idSchema,
  /** in the text, from 1 */
  line: z.int().min(1),
  outcome: z.enum(['added', 'changed']),
  /** the person or record of the line; null once that is gone */
  label: z.string().nullable(),
  /** values that the line wrote, if it changed something: `old` is what comes back */
  changes: z.array(listedChangeSchema),
  would: z.enum(['undone', 'stays', 'was-undone']),
  /** reason why a change stays, null for one that is undone */
  hindrance: undoHindranceSchema.nullable(),
  /** the moment, where students are enrolled who planned by what would come back otherwise */
  concerns: momentStartSchema.optional(),
})
export type UndoLine = z.infer<typeof undoLineSchema>

export const undoPreviewSchema = z.object({
  import: keptImportSchema,
  lines: z.array(undoLineSchema),
  counts: z.object({ undone: z.int().min(0), stays: z.int().min(0), was_undone: z.int().min(0) }),
  /** null when nothing of it can be turned back */
  confirmation: z.string().nullable(),
  /** who is enrolled at a moment that one of the lines names as `concerns`: recipients of a message */
  students_concerned: z.int().min(0),
})
export type UndoPreview = z.infer<typeof undoPreviewSchema>
