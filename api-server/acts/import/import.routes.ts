import { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import { nextLink, pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import * as importCalls from '#contract/import.calls.ts'
import * as contract from '#contract/import.gen.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { type Api, serve } from '#server/operation.ts'
import { countImportLetters, listRememberedColumns } from './import.queries.ts'
import { importActs } from './import-acts.ts'
import { assessUndo, listKeptImports, undoImport } from './undo-import.ts'

const DAY_MS = 86_400_000

const IMPORTS_PER_PAGE = 50
const cursorSchema = z.tuple([idSchema])

export function importRoutes(app: Api, context: ApiContext): void {
  const { database, letters, clock } = context
  const hasSource = context.source !== undefined
  // Each kind of list has preview and import routes of its own.
  for (const { routes } of Object.values(importActs)) routes(app, context)

  serve(app, importCalls, {
    listImportColumns: async ({ params }) => ({
      entities: await listRememberedColumns(database.kysely, params.kind),
    }),

    listImports: async ({ query }) => {
      const [before] = readCursor(query.cursor, cursorSchema) ?? []
      const { shown, last } = pageOf(
        await listKeptImports(database.kysely, { before, limit: IMPORTS_PER_PAGE + 1 }),
        IMPORTS_PER_PAGE,
      )
      return { entities: shown, _links: nextLink(contract.listImports, last && writeCursor([last.id]), {}) }
    },

    getImport: async ({ params }) => (await assessUndo(database.kysely, { id: params.id, hasSource }, clock())).preview,

    undoImport: async ({ caller: { id: actorId }, params, body }) => {
      const done = await undoImport(database, { id: params.id, actorId, hasSource, ...body }, clock)
      if (done.students_messaged > 0) letters.wake()
      return done
    },

    countImportLetters: async () => countImportLetters(database.kysely, new Date(clock() - DAY_MS).toISOString()),
  })
}
