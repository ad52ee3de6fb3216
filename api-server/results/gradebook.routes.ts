import type { ApiContext } from '#api-server/context.ts'
import { linkTo, nextLink } from '#api-server/platform/paging.ts'
import * as gradebookCalls from '#contract/gradebook.calls.ts'
import { exportGradebook, readGradebook } from '#contract/gradebook.gen.ts'
import { type Api, serve } from '#server/operation.ts'
import { countGradebook, listGradebookModules, openGradebook, pageGradebook } from './gradebook.ts'

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
