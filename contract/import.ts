import type { z } from 'zod'
import type { ImportFault } from '#domain/import/import.schema.ts'
import { type BodyOf, endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './import.schema.ts'
import type { RefusalWith } from './refusals.ts'

/**
 * A list is looked at first: each line gets what was found of it, and the whole a `confirmation`, null when nothing can be
 * imported. Sent along with the same list it says that just this was confirmed. Either all of it happens or nothing.
 */
export interface ImportPreview<Line> extends z.output<typeof schemas.judgedListSchema> {
  lines: Line[]
}

export type ListText = z.output<typeof schemas.listTextSchema>
export type ConfirmedImport = z.output<typeof schemas.confirmedListSchema>
export type Imported = z.output<typeof schemas.importedSchema>

/** 422 with an `ImportFault` when the list cannot be read. */
export const previewStudentImport = endpoint<typeof schemas.previewStudentImportSchemas>(
  'POST',
  '/import/students/preview',
  { kind: 'question' },
)
export type StudentList = BodyOf<typeof previewStudentImport>
export type StudentImportPreview = ReplyOf<typeof previewStudentImport>

/**
 * How many accounts were made, and how many that were there changed. Letters go out afterwards, see `countImportLetters`.
 * 409 `plan-changed` with the list's lines as they are now.
 */
export const importStudents = endpoint<typeof schemas.importStudentsSchemas>('POST', '/import/students', 'userCreated')

/** 404 without such a school year. */
export const previewTestmomentImport = endpoint<typeof schemas.previewTestmomentImportSchemas>(
  'POST',
  '/import/testmoments/preview',
  { kind: 'question' },
)
export type TestmomentList = BodyOf<typeof previewTestmomentImport>
export type TestmomentImportPreview = ReplyOf<typeof previewTestmomentImport>

/** Its message goes to those who are enrolled at a moment that it changes for them. */
export const importTestmoments = endpoint<typeof schemas.importTestmomentsSchemas>(
  'POST',
  '/import/testmoments',
  'testmomentCreated',
)

export const previewModuleImport = endpoint<typeof schemas.previewModuleImportSchemas>(
  'POST',
  '/import/modules/preview',
  { kind: 'question' },
)
export type ModuleImportPreview = ReplyOf<typeof previewModuleImport>

/** Makes the departments too, and enrolls where that is automatic. 409 `plan-changed`, also when other numbers would be. */
export const importModules = endpoint<typeof schemas.importModulesSchemas>('POST', '/import/modules', 'moduleCreated')
export type ImportedModules = ReplyOf<typeof importModules>

export const previewRoomImport = endpoint<typeof schemas.previewRoomImportSchemas>('POST', '/import/rooms/preview', {
  kind: 'question',
})
export type RoomImportPreview = ReplyOf<typeof previewRoomImport>

/** 409 `plan-changed` with the list's lines as they are now. */
export const importRooms = endpoint<typeof schemas.importRoomsSchemas>('POST', '/import/rooms', 'roomsChanged')

/** Meanings that teachers chose for columns of such lists, `header` in the form of `foldHeader`. */
export const listImportColumns = endpoint<typeof schemas.listImportColumnsSchemas>('GET', '/import/columns/:kind')

/** The imports of the school, latest first. */
export const listImports = endpoint<typeof schemas.listImportsSchemas>('GET', '/imports')

/** An import with its lines, and what turning it back would come to now. */
export const getImport = endpoint<typeof schemas.getImportSchemas>('GET', '/import/:id')

/** 409 `plan-changed` with the `preview` as it is now. The message goes to the students that the lines concern. */
export const undoImport = endpoint<typeof schemas.undoImportSchemas>('POST', '/import/:id/undo', 'eventsMissed')

export const countImportLetters = endpoint<typeof schemas.countImportLettersSchemas>('GET', '/import/letters')
export type ImportLetters = ReplyOf<typeof countImportLetters>

/** Answer to an `ImportFault` (422): the line at fault, where there is one. */
export type Unreadable = RefusalWith<ImportFault, typeof schemas.unreadableSchema>
