import type { ApiContext } from '#api-server/context.ts'
import { countImportLetters } from '#api-server/import/import.queries.ts'
import { assessStudentImport, importStudents } from '#api-server/import/import-students.ts'
import { assessTestmomentImport, importTestmoments } from '#api-server/import/import-testmoments.ts'
import { IMPORT_LIMIT } from '#api-server/platform/limits.ts'
import * as schemas from '#contract/import.schema.ts'
import * as contract from '#contract/import.ts'
import { callerOf, requireReach } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

const DAY = 86_400_000

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
      summary: 'What would become of each line of a list of students',
      reasons: ['not-yours', ...faults],
    }),
    bodyLimit: IMPORT_LIMIT,
    handler: async (request) => {
      requireReach(callerOf(request), 'administration')
      return (await assessStudentImport(database.kysely, request.body)).preview
    },
  })

  app.route({
    ...operation(contract.importStudents, schemas.importStudentsSchemas, {
      summary: 'Make accounts of a list of students as it was confirmed, and invite each by letter',
      reasons: ['not-yours', 'import-changed', ...faults],
    }),
    bodyLimit: IMPORT_LIMIT,
    handler: async (request) => {
      const caller = requireReach(callerOf(request), 'administration')
      return importStudents({ database, letters, clock }, request.body, caller.id)
    },
  })

  app.route({
    ...operation(contract.previewTestmomentImport, schemas.previewTestmomentImportSchemas, {
      summary: 'What would become of each line of a list of test moments',
      reasons: ['not-yours', 'not-found', ...faults],
    }),
    bodyLimit: IMPORT_LIMIT,
    handler: async (request) => {
      requireReach(callerOf(request), 'administration')
      return (await assessTestmomentImport(database.kysely, request.body, clock())).preview
    },
  })

  app.route({
    ...operation(contract.importTestmoments, schemas.importTestmomentsSchemas, {
      summary: 'Add test moments of a list as it was confirmed, closed, to a school year',
      reasons: ['not-yours', 'not-found', 'import-changed', ...faults],
    }),
    bodyLimit: IMPORT_LIMIT,
    handler: async (request) => {
      const caller = requireReach(callerOf(request), 'administration')
      return importTestmoments({ database, clock }, request.body, caller.id)
    },
  })

  app.route({
    ...operation(contract.countImportLetters, schemas.countImportLettersSchemas, {
      summary: 'How many letters to imported students are still to be sent',
      reasons: ['not-yours'],
    }),
    handler: async (request) => {
      requireReach(callerOf(request), 'administration')
      return countImportLetters(database.kysely, new Date(clock() - DAY).toISOString())
    },
  })
}
