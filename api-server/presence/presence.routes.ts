import type { ApiContext } from '#api-server/context.ts'
import { enrollmentReply } from '#api-server/facts/enrollment.replies.ts'
import * as presenceCalls from '#contract/presence.calls.ts'
import { announceSoon } from '#database/changes/announce.ts'
import { callerOf } from '#server/bearer.ts'
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

    tickPresence: async (request) => {
      const { id } = callerOf(request)
      const ticked = {
        testmomentId: request.params.id,
        post: request.body,
        ticker: { by: 'administrator', id, keys } as const,
      }
      const { outcomes, changed } = await takeTicks(database, ticked, clock)
      if (changed) notify([{ event: 'presenceChanged', testmoment_id: request.params.id }])
      return { outcomes }
    },

    enrollWalkIn: async (request, reply) => {
      const caller = callerOf(request)
      const testmomentId = request.params.id
      const walkIn = { ...request.body, testmomentId }
      const { enrollment, moment, created } = await enrollWalkIn({ database, desk, clock }, caller, walkIn)
      letters.wake()
      notify([{ event: 'presenceChanged', testmoment_id: testmomentId }])
      if (created) reply.code(201)
      const entity = { ...enrollment, has_record: true }
      return { entity: enrollmentReply(entity, moment, { by: 'administrator', now: clock() }) }
    },

    settleWalkIn: async (request) => {
      const caller = callerOf(request)
      const { id } = request.params
      const testmoment_id = await settleWalkIn({ database, clock }, caller, id)
      notify([{ event: 'presenceChanged', testmoment_id }])
      const [row] = await listWalkIns(database.kysely, { id })
      if (!row) throw new Problem('not-found')
      return { entity: walkInReply(row, 'administrator') }
    },
  })
}

/** Refusals of enrolling that apply to walk-ins too. */
