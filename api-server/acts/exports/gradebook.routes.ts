import { Readable } from 'node:stream'
import type { ApiContext } from '#api-server/context.ts'
import { attachment } from '#api-server/platform/content-disposition.ts'
import { XLSX } from '#contract/endpoint.ts'
import { exportGradebookSchemas } from '#contract/gradebook.schema.ts'
import { exportGradebook } from '#contract/gradebook.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { exportedGradebook } from './export-gradebook.ts'
import { requireRoom } from './write-apart.ts'

/** The route that exports all results of a school year. No HEAD: it would write a whole file for its headers. */
export function gradebookExportRoutes(app: Api, { database, writeFile, clock }: ApiContext): void {
  app.route({
    ...operation(exportGradebook, exportGradebookSchemas, {
      reach: 'administration',
      summary: 'An .xlsx of the results of a school year as its list shows them, with its filters',
      reasons: ['not-found', 'users-too-many'],
    }),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { id: actorId } = callerOf(request)
      requireRoom()
      const asked = { schoolyearId: request.params.id, filter: request.query, actorId }
      const { rows, ...head } = await exportedGradebook(database, asked, clock())
      return reply
        .type(XLSX)
        .header('content-disposition', attachment(`cijferlijst-${head.schoolyear}.xlsx`))
        .send(Readable.from(writeFile({ kind: 'gradebook', head }, rows)))
    },
  })
}
