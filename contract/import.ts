import type { ImportFault, StudentLine, TestmomentLine, VerdictCounts } from '#domain/import/import.schema.ts'
import { endpoint } from './endpoint.ts'
import type { ErrorReply } from './refusals.ts'

/**
 * A list is looked at first: each line gets a verdict, and the whole a `confirmation`, null when nothing can be imported.
 * Sent along with the same list it says that just this was confirmed. Either all of it happens or nothing.
 */
export interface ImportPreview<Line> {
  lines: Line[]
  counts: VerdictCounts
  /** columns of which nothing is read */
  unused_columns: string[]
  confirmation: string | null
}

export interface ImportText {
  text: string
}

export interface ConfirmedImport extends ImportText {
  confirmation: string
}

interface OfSchoolyear {
  schoolyear_id: number
}

/** 422 with an `ImportFault` when the list cannot be read. */
export const previewStudentImport = endpoint<{ body: ImportText; reply: ImportPreview<StudentLine> }>(
  'POST',
  '/import/students/preview',
)

/** How many accounts were made, and how many that were there got a student number. Letters go out afterwards, see `countImportLetters`. 409 `import-changed` with the list's lines as they are now. */
export const importStudents = endpoint<{ body: ConfirmedImport; reply: { added: number; changed: number } }>(
  'POST',
  '/import/students',
  'userCreated',
)

/** 404 without such a school year. */
export const previewTestmomentImport = endpoint<{
  body: ImportText & OfSchoolyear
  reply: ImportPreview<TestmomentLine>
}>('POST', '/import/testmoments/preview')

export const importTestmoments = endpoint<{ body: ConfirmedImport & OfSchoolyear; reply: { added: number } }>(
  'POST',
  '/import/testmoments',
  'testmomentCreated',
)

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
export interface ImportChanged<Line> extends ErrorReply {
  reason: 'import-changed'
  preview: ImportPreview<Line>
}
