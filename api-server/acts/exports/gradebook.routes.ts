import { Readable } from 'node:stream'
import type { ApiContext } from '#api-server/context.ts'
import { attachment } from '#api-server/platform/content-disposition.ts'
import { XLSX } from '#contract/endpoint.ts'
import * as gradebookCalls from '#contract/gradebook.calls.ts'
import { type Api, serve } from '#server/operation.ts'
import { exportedGradebook } from './export-gradebook.ts'
import { requireRoom } from './write-apart.ts'

/** The routes have no HEAD, which would write a whole file for its headers. */
export function gradebookExportRoutes(app: Api, { database, writeFile, clock }: ApiContext): void {
  serve(app, gradebookCalls, {
    exportGradebook: {
      exposeHeadRoute: false,
      handler: async ({ caller: { id: actorId }, params, query }, reply) => {
        requireRoom()
        const asked = { schoolyearId: params.id, filter: query, actorId }
        const { rows, ...head } = await exportedGradebook(database, asked, clock())
        return reply
          .type(XLSX)
          .header('content-disposition', attachment(`cijferlijst-${head.schoolyear}.xlsx`))
          .send(Readable.from(writeFile({ kind: 'gradebook', head }, rows)))
      },
    },
  })
}
