// Made of the declarations of calls by `npm run contract`.
import type * as importCalls from './import.calls.ts'
import { endpoint } from './endpoint.ts'

export const countImportLetters = endpoint<typeof importCalls.countImportLetters>('GET', '/import/letters')
export const getImport = endpoint<typeof importCalls.getImport>('GET', '/import/:id')
export const importModules = endpoint<typeof importCalls.importModules>('POST', '/import/modules', { event: 'moduleCreated' })
export const importRooms = endpoint<typeof importCalls.importRooms>('POST', '/import/rooms', { event: 'roomsChanged' })
export const importStudents = endpoint<typeof importCalls.importStudents>('POST', '/import/students', { event: 'userCreated' })
export const importTestmoments = endpoint<typeof importCalls.importTestmoments>('POST', '/import/testmoments', { event: 'testmomentCreated' })
export const listImportColumns = endpoint<typeof importCalls.listImportColumns>('GET', '/import/columns/:kind')
export const listImports = endpoint<typeof importCalls.listImports>('GET', '/imports')
export const previewModuleImport = endpoint<typeof importCalls.previewModuleImport>('POST', '/import/modules/preview', { kind: 'question' })
export const previewRoomImport = endpoint<typeof importCalls.previewRoomImport>('POST', '/import/rooms/preview', { kind: 'question' })
export const previewStudentImport = endpoint<typeof importCalls.previewStudentImport>('POST', '/import/students/preview', { kind: 'question' })
export const previewTestmomentImport = endpoint<typeof importCalls.previewTestmomentImport>('POST', '/import/testmoments/preview', { kind: 'question' })
export const undoImport = endpoint<typeof importCalls.undoImport>('POST', '/import/:id/undo', { event: 'eventsMissed' })
