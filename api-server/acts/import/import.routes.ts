import { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import { IMPORT_LIMIT } from '#api-server/platform/limits.ts'
import { nextLink, pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import * as schemas from '#contract/import.schema.ts'
import * as contract from '#contract/import.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { countImportLetters, listColumns } from './import.queries.ts'
import { importModules, previewModuleImport } from './import-modules.ts'
import { assessStudentImport, importStudents } from './import-students.ts'
import { assessTestmomentImport, importTestmoments } from './import-testmoments.ts'
import { importedBy } from './kept-import.ts'
import { assessUndo, listKeptImports, undoImport } from './undo-import.ts'

const DAY = 86_400_000

/** Imports on a page. */
const SIZE = 50
const placeSchema = z.tuple([idSchema])

const faults = [
  'import-empty',
  'import-too-long',
  'import-line-too-long',
  'import-quote-open',
  'import-column-missing',
] as const

/** Lists with which a teacher starts a year: for administrators. */
export function importRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  app.route({
    ...operation(contract.previewStudentImport, schemas.previewStudentImportSchemas, {
      reach: 'administration',
      summary: 'What would become of each line of a list of students',
      reasons: faults,
    }),
    bodyLimit: IMPORT_LIMIT,
    handler: async (request) => {
      return (await assessStudentImport(database.kysely, request.body)).preview
    },
  })

  app.route({
    ...operation(contract.importStudents, schemas.importStudentsSchemas, {
      reach: 'administration',
      summary: 'Make accounts of a list of students as it was confirmed, and invite each by letter',
      reasons: ['plan-changed', ...faults],
      rebuild: (_, ids) => importedBy(database.kysely, ids),
    }),
    bodyLimit: IMPORT_LIMIT,
    handler: async (request) => {
      const caller = callerOf(request)
      return importStudents({ database, letters, clock }, request.body, caller.id)
    },
  })

  app.route({
    ...operation(contract.previewTestmomentImport, schemas.previewTestmomentImportSchemas, {
      reach: 'administration',
      summary: 'What would become of each line of a list of test moments',
      reasons: ['not-found', ...faults],
    }),
    bodyLimit: IMPORT_LIMIT,
    handler: async (request) => {
      return (await assessTestmomentImport(database.kysely, request.body, clock())).preview
    },
  })

  app.route({
    ...operation(contract.importTestmoments, schemas.importTestmomentsSchemas, {
      reach: 'administration',
      summary: 'Add test moments of a list as it was confirmed, closed, to a school year',
      reasons: ['not-found', 'plan-changed', ...faults, ...wordRefusals],
      rebuild: (_, ids) => importedBy(database.kysely, ids),
    }),
    bodyLimit: IMPORT_LIMIT,
    handler: async (request) => {
      const caller = callerOf(request)
      const imported = await importTestmoments({ database, clock }, request.body, caller.id)
      if (request.body.message) letters.wake()
      return imported
    },
  })

  app.route({
    ...operation(contract.previewModuleImport, schemas.previewModuleImportSchemas, {
      reach: 'administration',
      summary: 'What would become of each line of a list of modules, and who would be enrolled by it',
      reasons: faults,
    }),
    bodyLimit: IMPORT_LIMIT,
    handler: async (request) => {
      const caller = callerOf(request)
      return previewModuleImport({ database, clock }, request.body, caller.id)
    },
  })

  app.route({
    ...operation(contract.importModules, schemas.importModulesSchemas, {
      reach: 'administration',
      summary: 'Make modules of a list as it was confirmed, and the departments that it names, which get them',
      reasons: ['plan-changed', ...faults],
    }),
    bodyLimit: IMPORT_LIMIT,
    handler: async (request) => {
      const caller = callerOf(request)
      return importModules({ database, clock }, request.body, caller.id)
    },
  })

  app.route({
    ...operation(contract.listImportColumns, schemas.listImportColumnsSchemas, {
      reach: 'administration',
      summary: 'What people said that columns of such lists mean which no list names so',
    }),
    handler: async (request) => {
      return { entities: await listColumns(database.kysely, request.params.kind) }
    },
  })

  app.route({
    ...operation(contract.listImports, schemas.listImportsSchemas, {
      reach: 'administration',
      summary: 'What was imported, the latest first',
    }),
    handler: async (request) => {
      const [before] = readCursor(request.query.cursor, placeSchema) ?? []
      const { shown, last } = pageOf(await listKeptImports(database.kysely, { before, limit: SIZE + 1 }), SIZE)
      return { entities: shown, _links: nextLink(contract.listImports, last && writeCursor([last.id]), {}) }
    },
  })

  app.route({
    ...operation(contract.getImport, schemas.getImportSchemas, {
      reach: 'administration',
      summary: 'An import with its lines, and what turning it back would come to now',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      return (await assessUndo(database.kysely, request.params.id, clock())).preview
    },
  })

  app.route({
    ...operation(contract.undoImport, schemas.undoImportSchemas, {
      reach: 'administration',
      summary: 'Turn an import back as it was confirmed: what nobody touched since goes or gets its old values',
      reasons: ['not-found', 'plan-changed', ...wordRefusals],
    }),
    handler: async (request) => {
      const { id: actorId } = callerOf(request)
      const done = await undoImport(database, { id: request.params.id, actorId, ...request.body }, clock)
      if (done.students_messaged > 0) letters.wake()
      return done
    },
  })

  app.route({
    ...operation(contract.countImportLetters, schemas.countImportLettersSchemas, {
      reach: 'administration',
      summary: 'How many letters to imported students are still to be sent',
    }),
    handler: async () => {
      return countImportLetters(database.kysely, new Date(clock() - DAY).toISOString())
    },
  })
}
