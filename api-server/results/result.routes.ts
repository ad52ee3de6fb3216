import type { ApiContext } from '#api-server/context.ts'
import { STUDENT_LIST_LIMIT } from '#api-server/platform/limits.ts'
import { requireTestmoment } from '#api-server/testmoments/testmoment.queries.ts'
import { linkById } from '#contract/endpoint.ts'
import * as schemas from '#contract/results.schema.ts'
import * as contract from '#contract/results.ts'
import { announceSoon } from '#database/changes/announce.ts'
import { pick } from '#domain/entities/pick.ts'
import { mayEnterResults } from '#domain/results/result.rules.ts'
import { whenAndWhereFieldNames } from '#domain/testmoments/testmoment.schema.ts'
import { callerOf, requireReach } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { saveDrafts } from './drafts.ts'
import { findGrid } from './result.queries.ts'

const edit = linkById(contract.saveResults)
const toExport = linkById(contract.exportResults)

/** What came of a test moment, for administrators: typed and imported as drafts, and then published. */
export function resultRoutes(app: Api, { database, clock }: ApiContext): void {
  const notify = announceSoon(database)

  app.route({
    ...operation(contract.readResults, schemas.readResultsSchemas, {
      summary: 'The results of a test moment, typed and published, in the order of a register',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      requireReach(callerOf(request), 'administration')
      const { id } = request.params
      const moment = await requireTestmoment(database.kysely, { id })
      return {
        testmoment: pick(moment, ['id', ...whenAndWhereFieldNames]),
        ...(await findGrid(database.kysely, id)),
        _links: { export: toExport(id), ...(mayEnterResults(moment, clock()) && { edit: edit(id) }) },
      }
    },
  })

  app.route({
    ...operation(contract.saveResults, schemas.saveResultsSchemas, {
      summary: 'Keep results as they are typed, each by its own version; students see nothing of it yet',
      reasons: ['not-yours', 'not-found', 'results-not-yet'],
    }),
    bodyLimit: STUDENT_LIST_LIMIT,
    handler: async (request) => {
      const { id: actorId } = requireReach(callerOf(request), 'administration')
      const { id: testmomentId } = request.params
      const saving = { testmomentId, edits: request.body.entities, actorId }
      const entities = await saveDrafts(database, saving, clock)
      if (entities.some(({ outcome }) => outcome === 'saved'))
        notify([{ event: 'resultsChanged', testmoment_id: testmomentId }])
      return { entities }
    },
  })
}
