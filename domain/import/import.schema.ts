import { z } from 'zod'
import { durationSchema, whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import {
  calendarDaySchema,
  exactTextSchema,
  idSchema,
  instantSchema,
  linkSchema,
  textSchema,
  timeOfDaySchema,
} from '#domain/entities/entity.schema.ts'
import { resultValueSchema } from '#domain/results/result.schema.ts'
import { importKinds } from './import-kinds.ts'

export const importKindSchema = z.enum(namesIn(importKinds))

/** List as pasted or decoded from a file; its faults are reported by line. */
export const importTextSchema = exactTextSchema(2_000_000)

/** Department that a user chose for an unknown name in a list. */
export const departmentMeaningSchema = z.object({ name: textSchema(1_000), education_department_id: idSchema })
export type DepartmentMeaning = z.infer<typeof departmentMeaningSchema>

export const unknownDepartmentSchema = z.object({
  name: z.string(),
  lines: z.int().min(1),
  /** departments of the school, most similar first */
  nearest: z.array(z.object({ id: idSchema, name: z.string() })),
})
export type UnknownDepartment = z.infer<typeof unknownDepartmentSchema>

/**
 * Choice for a line whose time differs from that of the existing moment on its day: the `same` moment at another time, or an
 * `other` moment.
 */
export const sameDaySchema = z.enum(['same', 'other'])
export type SameDay = z.infer<typeof sameDaySchema>

/** Reading of a column: its meaning (a `ColumnMeaning`), or null to ignore it. */
export const columnReadingSchema = z.object({ header: textSchema(1_000), meaning: exactTextSchema(100).nullable() })
export type ColumnReading = z.infer<typeof columnReadingSchema>

/** Change by a line, as shown; `field` is a `ColumnMeaning`. */
export const listedChangeSchema = z.object({ field: z.string(), old: z.string(), new: z.string() })
export type ListedChange = z.infer<typeof listedChangeSchema>

/** Names of a record in order; TypeScript types them as any text. */
function namesIn<Name extends string>(named: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(named) as Name[]
}

/** Fields of a judged line of any list; the verdicts are those of its kind. */
export const judgedLineSchema = <Verdict extends string>({
  verdicts,
}: {
  verdicts: Readonly<Record<Verdict, unknown>>
}) =>
  z.object({
    /** line number in the text, from 1 */
    line: z.int().min(1),
    /** at least one, most important first; `about` is a name, a number and its holder, the repeated line, or empty */
    findings: z.array(z.object({ verdict: z.enum(namesIn(verdicts)), about: z.string() })),
    /** old and new of each replaced value; only for 'Bijwerken' */
    changes: z.array(listedChangeSchema),
  })

export const studentLineSchema = judgedLineSchema(importKinds.students).extend({
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** number as stored; empty for none */
  student_number: z.string(),
  education_department: z.string(),
  /** tidied as in the database; empty for none */
  class_group: z.string(),
})
export type StudentLine = z.infer<typeof studentLineSchema>

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
  /** module names; empty means all */
  modules: z.array(z.string()),
  enrollments_open_at: instantSchema.nullable(),
  enrollments_close_at: instantSchema.nullable(),
})
export type TestmomentLine = z.infer<typeof testmomentLineSchema>

export const moduleLineSchema = judgedLineSchema(importKinds.modules).extend({
  name: z.string(),
  description: z.string(),
  /** names of departments; known ones in the school's spelling */
  departments: z.array(z.string()),
})
export type ModuleLine = z.infer<typeof moduleLineSchema>

export const resultLineSchema = judgedLineSchema(importKinds.results).extend({
  /** student as the list writes them */
  student: z.string(),
  name: z.string().nullable(),
  module: z.string(),
  typed: z.string(),
  value: resultValueSchema.nullable(),
  /** current result, if it would change */
  before: resultValueSchema.nullable(),
})
export type ResultLine = z.infer<typeof resultLineSchema>

export const verdictCountsSchema = z.object({
  added: z.int().min(0),
  changed: z.int().min(0),
  skipped: z.int().min(0),
  remarks: z.int().min(0),
  /** number of lines that keep the list from being imported */
  errors: z.int().min(0),
})
export type VerdictCounts = z.infer<typeof verdictCountsSchema>

/** Whether imported accounts get a letter at once, or when an administrator sends it in the users screen. */
export const importLettersSchema = z.enum(['now', 'later'])
export type ImportLettersWish = z.infer<typeof importLettersSchema>

/**
 * Why a line stays when its import is undone. `edited`: since, by hand or by another import; `published`: students were
 * notified of it; `address-changed`: the former address was notified of the new one; `too-old`: the replaced values are no
 * longer stored.
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
  'follows-source',
  'address-changed',
  'too-old',
])
export type UndoHindrance = z.infer<typeof undoHindranceSchema>

export const keptImportSchema = z.object({
  id: idSchema,
  kind: importKindSchema,
  at: instantSchema,
  /** user who imported it; null once the account is deleted */
  actor: z.string().nullable(),
  /** name at that time of the school year or moment that it imported into; null for imports into the school */
  place: z.string().nullable(),
  added: z.int().min(0),
  changed: z.int().min(0),
  /** when and by which user it was last undone; some lines may have stayed */
  undone_at: instantSchema.nullable(),
  undoer: z.string().nullable(),
  _links: z.object({ self: linkSchema }),
})
export type KeptImport = z.infer<typeof keptImportSchema>

const momentStartSchema = whenAndWhereSchema.pick({ date: true, duration: true, starts_at: true })

/** Effect of a line, and what undoing its import would do to it now. */
export const undoLineSchema = z.object({
  id: idSchema,
  line: z.int().min(1),
  outcome: z.enum(['added', 'changed']),
  /** name of the person or record; null once deleted */
  label: z.string().nullable(),
  /** values that the line wrote, if it changed a record: `old` is what returns */
  changes: z.array(listedChangeSchema),
  would: z.enum(['undone', 'stays', 'was-undone']),
  /** reason why the line stays; null if it is undone */
  hindrance: undoHindranceSchema.nullable(),
  /** the moment, where students are enrolled who planned by what would come back otherwise */
  concerns: momentStartSchema.optional(),
})
export type UndoLine = z.infer<typeof undoLineSchema>

export const undoPreviewSchema = z.object({
  import: keptImportSchema,
  lines: z.array(undoLineSchema),
  counts: z.object({ undone: z.int().min(0), stays: z.int().min(0), was_undone: z.int().min(0) }),
  /** null if no line can be undone */
  confirmation: z.string().nullable(),
  /** number of students at moments in `concerns`, who can get a message */
  students_concerned: z.int().min(0),
})
export type UndoPreview = z.infer<typeof undoPreviewSchema>
