import type { ApiContext } from '#api-server/context.ts'
import { findGrid } from '#api-server/facts/result.queries.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { STUDENT_LIST_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { linkTo, nextLink } from '#api-server/platform/paging.ts'
import { linkById } from '#contract/endpoint.ts'
import * as gradebookCalls from '#contract/gradebook.calls.ts'
import { exportGradebook, readGradebook } from '#contract/gradebook.gen.ts'
import * as resultsCalls from '#contract/results.calls.ts'
import * as contract from '#contract/results.gen.ts'
import { announceSoon } from '#database/changes/announce.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { mayEnterResults } from '#domain/results/result.rules.ts'
import { type Api, serve } from '#server/operation.ts'
import { assessPublication } from './assess-publication.ts'
import { requireStarted, saveDrafts } from './drafts.ts'
import { countGradebook, listGradebookModules, openGradebook, pageGradebook } from './gradebook.ts'
import { publishResults } from './publishing.ts'

const edit = linkById(contract.saveResults)
const toExport = linkById(contract.exportResults)
const publish = linkById(contract.publishResults)
const importList = linkById(contract.importResults)

export function resultRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  const notify = announceSoon(database)

  serve(app, resultsCalls, {
    readResults: async ({ params: { id } }) => {
      const moment = await requireTestmoment(database.kysely, { id })
      return {
        testmoment: pick(moment, ['id', ...whenAndWhereFieldNames]),
        ...(await findGrid(database.kysely, id)),
        _links: {
          export: toExport(id),
          ...(mayEnterResults(moment, clock()) && { edit: edit(id), publish: publish(id), import: importList(id) }),
        },
      }
    },

    saveResults: {
      bodyLimit: STUDENT_LIST_LIMIT_BYTES,
      handler: async ({ caller: { id: actorId }, params: { id: testmomentId }, body }) => {
        const saving = { testmomentId, edits: body.entities, actorId }
        const entities = await saveDrafts(database, saving, clock)
        if (entities.some(({ outcome }) => outcome === 'saved'))
          notify([{ event: 'resultsChanged', testmoment_id: testmomentId }])
        return { entities }
      },
    },

    previewPublication: async ({ params: { id: testmomentId }, body }) => {
      const now = clock()
      await requireStarted(database.kysely, testmomentId, now)
      const place = { testmomentId, moduleIds: body.module_ids }
      const { publication, confirmation } = await assessPublication(database.kysely, place, now)
      return { publication, confirmation }
    },

    publishResults: async ({ caller, params, body: { module_ids: moduleIds, confirmation, message } }) => {
      const publishing = { testmomentId: params.id, moduleIds, confirmation, message, actorId: caller.id }
      const { students_messaged, ...publication } = await publishResults(database, publishing, clock)
      letters.wake()
      return { publication, students_messaged }
    },
  })
}

export function gradebookRoutes(app: Api, { database: { kysely }, clock }: ApiContext): void {
  serve(app, gradebookCalls, {
    readGradebook: async ({ params: { id, paging }, query: { cursor, count: isCounted, ...filter } }) => {
      const gradebook = await openGradebook(kysely, { schoolyearId: id, filter }, clock())
      const { rows, next } = await pageGradebook(kysely, gradebook, { size: paging, cursor })
      return {
        modules: await listGradebookModules(kysely, gradebook),
        entities: rows,
        ...(isCounted && { count: await countGradebook(kysely, gradebook) }),
        _links: {
          ...nextLink(readGradebook, next, { params: { id, paging }, query: filter }),
          export: linkTo(exportGradebook, { params: { id }, query: filter }),
        },
      }
    },
  })
}
