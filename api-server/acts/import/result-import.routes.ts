import type { ApiContext } from '#api-server/context.ts'
import { IMPORT_LIMIT } from '#api-server/platform/limits.ts'
import { requireStarted } from '#api-server/results/drafts.ts'
import * as schemas from '#contract/results.schema.ts'
import * as contract from '#contract/results.ts'
import { announceSoon } from '#database/changes/announce.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { assessResultImport, importResults } from './import-results.ts'
import { importedBy } from './kept-import.ts'

const faults = [
  'import-empty',
  'import-too-long',
  'import-line-too-long',
  'import-quote-open',
  'import-column-missing',
] as const

/** Lists of results of a test moment, for administrators: imported as drafts. */
export function resultImportRoutes(app: Api, { database, clock }: ApiContext): void {
  const notify = announceSoon(database)

  app.route({
    ...operation(contract.previewResultImport, schemas.previewResultImportSchemas, {
      reach: 'administration',
      summary: 'What would become of each line of a list of results',
      reasons: ['not-found', 'results-not-yet', ...faults],
    }),
    bodyLimit: IMPORT_LIMIT,
    handler: async (request) => {
      const { module_id: moduleId, ...list } = request.body
      const { id: testmomentId } = await requireStarted(database.kysely, request.params.id, clock())
      return (await assessResultImport(database.kysely, { testmomentId, moduleId, ...list })).preview
    },
  })

  app.route({
    ...operation(contract.importResults, schemas.importResultsSchemas, {
      reach: 'administration',
      summary: 'Keep a list of results as it was confirmed; students see nothing of it until they are published',
      reasons: ['not-found', 'results-not-yet', 'plan-changed', ...faults],
      rebuild: (_, ids) => importedBy(database.kysely, ids),
    }),
    bodyLimit: IMPORT_LIMIT,
    handler: async (request) => {
      const { id: actorId } = callerOf(request)
      const { id: testmomentId } = await requireStarted(database.kysely, request.params.id, clock())
      const { module_id: moduleId, ...list } = request.body
      const imported = await importResults(database, { testmomentId, moduleId, actorId, ...list }, clock)
      notify([{ event: 'resultsChanged', testmoment_id: testmomentId }])
      return imported
    },
  })
}
