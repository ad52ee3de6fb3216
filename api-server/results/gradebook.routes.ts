import type { ApiContext } from '#api-server/context.ts'
import { linkTo, nextLink } from '#api-server/platform/paging.ts'
import { readGradebookSchemas } from '#contract/gradebook.schema.ts'
import { exportGradebook, readGradebook } from '#contract/gradebook.ts'
import { type Api, operation } from '#server/operation.ts'
import { countGradebook, listGradebookModules, openGradebook, pageGradebook } from './gradebook.ts'

/** The route of all results of a school year, for administrators. */
export function gradebookRoutes(app: Api, { database: { kysely }, clock }: ApiContext): void {
  app.route({
    ...operation(readGradebook, readGradebookSchemas, {
      reach: 'administration',
      summary: 'Students of a school year by name, with their best published result and number of tries by module',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const { id, paging } = request.params
      const { cursor, count: isCounted, ...filter } = request.query
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
