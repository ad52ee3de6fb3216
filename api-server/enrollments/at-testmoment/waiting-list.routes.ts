import type { ApiContext } from '#api-server/context.ts'
import { nextLink } from '#api-server/platform/paging.ts'
import * as schemas from '#contract/waiting-list.schema.ts'
import * as contract from '#contract/waiting-list.ts'
import { callerOf, requireReach } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { pageWaitingList } from './page-waiting-list.ts'

/** The line of a test moment, for administrators: who waits there, and giving somebody a seat by hand. */
export function waitingListRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(contract.listWaiting, schemas.listWaitingSchemas, {
      summary: 'Who waits for a seat at a test moment, in order, and how it stands with its seats',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      requireReach(callerOf(request), 'administration')
      const { id, paging: size } = request.params
      const { cursor, ...filter } = request.query
      const page = await pageWaitingList(database, { testmomentId: id, filter, size, cursor }, clock())
      return {
        entities: page.entries,
        counts: page.counts,
        _links: nextLink(contract.listWaiting, page.next, { params: { id, paging: size }, query: filter }),
      }
    },
  })
}
