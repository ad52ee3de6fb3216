import { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import { nextLink, pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import * as schemas from '#contract/import.schema.ts'
import * as contract from '#contract/import.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { countImportLetters, listColumns } from './import.queries.ts'
import { importActs } from './import-acts.ts'
import { assessUndo, listKeptImports, undoImport } from './undo-import.ts'

const DAY = 86_400_000

const IMPORTS_PER_PAGE = 50
const placeSchema = z.tuple([idSchema])

/** Routes for imports, lists of earlier ones, and undoing them, for administrators. */
export function importRoutes(app: Api, context: ApiContext): void {
  const { database, letters, clock } = context
  const hasSource = context.source !== undefined
  for (const { routes } of Object.values(importActs)) routes(app, context)

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
      const { shown, last } = pageOf(
        await listKeptImports(database.kysely, { before, limit: IMPORTS_PER_PAGE + 1 }),
        IMPORTS_PER_PAGE,
      )
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
      return (await assessUndo(database.kysely, { id: request.params.id, hasSource }, clock())).preview
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
      const done = await undoImport(database, { id: request.params.id, actorId, hasSource, ...request.body }, clock)
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
