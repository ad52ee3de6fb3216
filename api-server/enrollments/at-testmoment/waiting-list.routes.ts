import type { ApiContext } from '#api-server/context.ts'
import { promoteEntry } from '#api-server/enrollments/waiting/promoting.ts'
import { enrollmentReply } from '#api-server/facts/enrollment.replies.ts'
import { nextLink } from '#api-server/platform/paging.ts'
import * as waitingCalls from '#contract/waiting.calls.ts'
import * as contract from '#contract/waiting.gen.ts'
import { announceSoon } from '#database/changes/announce.ts'
import { type Api, serve } from '#server/operation.ts'
import { pageWaitingList } from './page-waiting-list.ts'

export function waitingListRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  const notify = announceSoon(database)

  serve(app, waitingCalls, {
    listWaiting: async ({ params: { id, paging: size }, query: { cursor, ...filter } }) => {
      const page = await pageWaitingList(database, { testmomentId: id, filter, size, cursor }, clock())
      return {
        entities: page.entries,
        counts: page.counts,
        _links: nextLink(contract.listWaiting, page.next, { params: { id, paging: size }, query: filter }),
      }
    },

    promoteWaiting: async ({ caller, params, body }) => {
      const asked = { entryId: params.id, actorId: caller.id, aboveSeats: body?.above_seats }
      const { enrollment, moment } = await promoteEntry({ database, clock, notify }, asked)
      letters.wake()
      return { entity: enrollmentReply(enrollment, moment, { by: 'administrator', now: clock() }) }
    },
  })
}
