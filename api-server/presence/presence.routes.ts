import type { ApiContext } from '#api-server/context.ts'
import { enrollmentReply } from '#api-server/facts/enrollment.replies.ts'
import * as presenceCalls from '#contract/presence.calls.ts'
import { announceSoon } from '#database/changes/announce.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { listWalkIns } from './presence.queries.ts'
import { findPresence, sendPresence, walkInReply } from './presence.replies.ts'
import { takeTicks } from './ticks.ts'
import { enrollWalkIn, settleWalkIn } from './walk-ins.ts'

export function presenceRoutes(app: Api, { database, keys, desk, letters, clock }: ApiContext): void {
  const notify = announceSoon(database)

  serve(app, presenceCalls, {
    readPresence: async (request, reply) => {
      const reading = { reader: 'administrator', keys, now: clock() } as const
      const list = await findPresence(database.kysely, request.params.id, reading)
      if (!list) throw new Problem('not-found')
      return sendPresence(request, reply, list)
    },

    tickPresence: async ({ caller: { id }, params, body }) => {
      const ticked = {
        testmomentId: params.id,
        post: body,
        ticker: { by: 'administrator', id, keys } as const,
      }
      const { outcomes, changed } = await takeTicks(database, ticked, clock)
      if (changed) notify([{ event: 'presenceChanged', testmoment_id: params.id }])
      return { outcomes }
    },

    enrollWalkIn: async ({ caller, params: { id: testmomentId }, body }, reply) => {
      const walkIn = { ...body, testmomentId }
      const { enrollment, moment, created } = await enrollWalkIn({ database, desk, clock }, caller, walkIn)
      letters.wake()
      notify([{ event: 'presenceChanged', testmoment_id: testmomentId }])
      if (created) reply.code(201)
      const entity = { ...enrollment, has_record: true }
      return { entity: enrollmentReply(entity, moment, { by: 'administrator', now: clock() }) }
    },

    settleWalkIn: async ({ caller, params: { id } }) => {
      const testmoment_id = await settleWalkIn({ database, clock }, caller, id)
      notify([{ event: 'presenceChanged', testmoment_id }])
      const [row] = await listWalkIns(database.kysely, { id })
      if (!row) throw new Problem('not-found')
      return { entity: walkInReply(row, 'administrator') }
    },
  })
}
