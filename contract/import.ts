import type {
  ColumnReading,
  DepartmentMeaning,
  ImportFault,
  ImportKind,
  ImportLettersWish,
  KeptImport,
  ModuleLine,
  SameDay,
  StudentLine,
  TestmomentLine,
  UndoPreview,
  UnknownDepartment,
  VerdictCounts,
} from '#domain/import/import.schema.ts'
import type { WithMessage } from '#domain/messages/message.schema.ts'
import { type ById, endpoint, type FromCursor, type ListReply } from './endpoint.ts'
import type { ErrorReply } from './refusals.ts'

/**
 * A list is looked at first: each line gets what was found of it, and the whole a `confirmation`, null when nothing can be
 * imported. Sent along with the same list it says that just this was confirmed. Either all of it happens or nothing.
 */
export interface ImportPreview<Line> {
  lines: Line[]
  counts: VerdictCounts
  /** how each column that has a name was read */
  columns: ColumnReading[]
  confirmation: string | null
}

export interface ListText {
  text: string
  /** what the person said that columns mean, which counts before their names; remembered once the list is imported */
  columns?: ColumnReading[] | undefined
  /** the line with the names of the columns, from 1; 0 for a list without them. Without it, the line is looked for. */
  heading?: number | undefined
  /** whether what is there becomes as the list has it; an empty cell leaves a value as it is */
  update?: boolean | undefined
}

export interface ConfirmedImport extends ListText {
  confirmation: string
}

export interface Imported {
  added: number
  changed: number
  import_id: number
}

interface OfSchoolyear {
  schoolyear_id: number
  /** what a line is that begins at another time than the moment on its day; without it, the same in an update and else another */
  same_day?: SameDay | undefined
}

export type TestmomentList = ListText & OfSchoolyear

export interface StudentList extends ListText {
  /** which departments are meant by names that the school does not know */
  departments?: DepartmentMeaning[] | undefined
}

export interface StudentImportPreview extends ImportPreview<StudentLine> {
  /** names of departments that lines are refused for, each once */
  unknown_departments: UnknownDepartment[]
}

/** 422 with an `ImportFault` when the list cannot be read. */
export const previewStudentImport = endpoint<{ body: StudentList; reply: StudentImportPreview }>(
  'POST',
  '/import/students/preview',
  { kind: 'question' },
)

/** How many accounts were made, and how many that were there changed. Letters go out afterwards, see `countImportLetters`. 409 `import-changed` with the list's lines as they are now. */
export const importStudents = endpoint<{
  body: StudentList & Pick<ConfirmedImport, 'confirmation'> & { letters?: ImportLettersWish | undefined }
  reply: Imported
}>('POST', '/import/students', 'userCreated')

export interface TestmomentImportPreview extends ImportPreview<TestmomentLine> {
  /** who are enrolled at a moment that it changes for them: to these a message is offered */
  students_concerned: number
}

/** 404 without such a school year. */
export const previewTestmomentImport = endpoint<{
  body: ListText & OfSchoolyear
  reply: TestmomentImportPreview
}>('POST', '/import/testmoments/preview', { kind: 'question' })

/** Its message goes to those who are enrolled at a moment that it changes for them. */
export const importTestmoments = endpoint<{
  body: ConfirmedImport & OfSchoolyear & WithMessage
  reply: Imported
}>('POST', '/import/testmoments', 'testmomentCreated')

/** What would come of a list of modules besides: departments that nobody knows yet, by name, and automatic enrollments. */
export interface ModuleImportPreview extends ImportPreview<ModuleLine>, AutomaticallyEnrolled {
  new_departments: string[]
}

interface AutomaticallyEnrolled {
  enrollments_made: number
  students_enrolled: number
  /** of whom nothing came, since every moment that has it is full */
  students_without_seat: number
}

export interface ImportedModules extends Imported, AutomaticallyEnrolled {
  departments_added: number
}

export const previewModuleImport = endpoint<{ body: ListText; reply: ModuleImportPreview }>(
  'POST',
  '/import/modules/preview',
  { kind: 'question' },
)

/** Makes the departments too, and enrolls where that is automatic. 409 `import-changed`, also when other numbers would be. */
export const importModules = endpoint<{ body: ConfirmedImport; reply: ImportedModules }>(
  'POST',
  '/import/modules',
  'moduleCreated',
)

/** What teachers said that columns of such lists mean, `header` as `foldHeader` writes it. */
export const listImportColumns = endpoint<{
  params: { kind: ImportKind }
  reply: { entities: ColumnReading[] }
}>('GET', '/import/columns/:kind')

/** The imports of the school, latest first. */
export const listImports = endpoint<{
  query: FromCursor
  reply: ListReply<KeptImport>
}>('GET', '/imports')

/** An import with its lines, and what turning it back would come to now. */
export const getImport = endpoint<{ params: ById; reply: UndoPreview }>('GET', '/import/:id')

/** 409 `import-changed` with the `preview` as it is now. The message goes to the students whom the lines concern. */
export const undoImport = endpoint<{
  params: ById
  body: { confirmation: string } & WithMessage
  reply: { undone: number; stayed: number; students_messaged: number }
}>('POST', '/import/:id/undo', 'eventsMissed')

/** How the letters of imports stand, all of them together. */
export interface ImportLetters {
  /** not sent yet */
  waiting: number
  /** of the last day, that could not be sent and will not be tried again */
  given_up: number
}

export const countImportLetters = endpoint<{ reply: ImportLetters }>('GET', '/import/letters')

/** What an `ImportFault` (422) answers: the line that is to blame, where there is one. */
export interface Unreadable extends ErrorReply {
  reason: ImportFault
  line?: number
}

/** What `import-changed` (409) answers. */
export interface ImportChanged<Preview> extends ErrorReply {
  reason: 'import-changed'
  preview: Preview
}
