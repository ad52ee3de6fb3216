import type { ApiContext } from '#api-server/context.ts'
import type { ImportKind } from '#domain/import/import-kinds.ts'
import type { Api } from '#server/operation.ts'
import { moduleImportRoutes } from './import-modules.ts'
import { resultImportRoutes } from './import-results.ts'
import { roomImportRoutes, roomsUndoing } from './import-rooms.ts'
import { studentImportRoutes } from './import-students.ts'
import { testmomentImportRoutes } from './import-testmoments.ts'
import type { Undoing } from './kept-import.ts'
import { modulesUndoing } from './undo-modules.ts'
import { resultsUndoing } from './undo-results.ts'
import { studentsUndoing } from './undo-students.ts'
import { testmomentsUndoing } from './undo-testmoments.ts'

interface ImportAct {
  routes: (app: Api, context: ApiContext) => void
  undoing: Undoing
}

export const importActs: Readonly<Record<ImportKind, ImportAct>> = {
  students: { routes: studentImportRoutes, undoing: studentsUndoing },
  testmoments: { routes: testmomentImportRoutes, undoing: testmomentsUndoing },
  modules: { routes: moduleImportRoutes, undoing: modulesUndoing },
  rooms: { routes: roomImportRoutes, undoing: roomsUndoing },
  results: { routes: resultImportRoutes, undoing: resultsUndoing },
}
