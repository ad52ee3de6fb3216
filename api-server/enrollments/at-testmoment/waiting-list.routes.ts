import type { ApiContext } from '#api-server/context.ts'
import { promoteEntry } from '#api-server/enrollments/waiting/promoting.ts'
import { enrollmentReply } from '#api-server/facts/enrollment.replies.ts'
import { nextLink } from '#api-server/platform/paging.ts'
import { moveRefusalSchema } from '#contract/enrollments.schema.ts'
import * as schemas from '#contract/waiting.schema.ts'
import * as contract from '#contract/waiting.ts'
import { announceSoon } from '#database/changes/announce.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { pageWaitingList } from './page-waiting-list.ts'

/** Routes for the waiting list of a test moment, for administrators: listing it, and giving somebody a seat by hand. */
export function waitingListRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  const notify = announceSoon(database)

  app.route({
    ...operation(contract.listWaiting, schemas.listWaitingSchemas, {
      reach: 'administration',
      summary: 'Who waits for a seat at a test moment, in order, and how it stands with its seats',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
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

  app.route({
    ...operation(contract.promoteWaiting, schemas.promoteWaitingSchemas, {
      reach: 'administration',
      summary: 'Give somebody in line a seat, whoever is before them; above the seats only where that is asked for',
      statuses: [201],
      reasons: ['not-found'],
      refusals: { 422: moveRefusalSchema },
    }),
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const asked = { entryId: request.params.id, actorId: caller.id, aboveSeats: request.body?.above_seats }
      const { enrollment, moment } = await promoteEntry({ database, clock, notify }, asked)
      letters.wake()
      reply.code(201)
      return { entity: enrollmentReply(enrollment, moment, { by: 'administrator', now: clock() }) }
    },
  })
}
