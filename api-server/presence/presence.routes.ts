import type { ApiContext } from '#api-server/context.ts'
import { enrollmentReply } from '#api-server/facts/enrollment.replies.ts'
import * as schemas from '#contract/presence.schema.ts'
import * as contract from '#contract/presence.ts'
import { announceSoon } from '#database/changes/announce.ts'
import { enrollmentRefusals } from '#domain/enrollments/enrollment.rules.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { listWalkIns } from './presence.queries.ts'
import { findPresence, sendPresence, walkInReply } from './presence.replies.ts'
import { takeTicks } from './ticks.ts'
import { enrollWalkIn, settleWalkIn } from './walk-ins.ts'

/** Routes for attendance at a test moment, for administrators. */
export function presenceRoutes(app: Api, { database, desk, letters, clock }: ApiContext): void {
  const notify = announceSoon(database)

  app.route({
    ...operation(contract.readPresence, schemas.readPresenceSchemas, {
      reach: 'presence-lists',
      summary: 'Who is enrolled at a test moment, and who of them was there, in the order of a register',
      reasons: ['not-found'],
    }),
    handler: async (request, reply) => {
      const list = await findPresence(database.kysely, request.params.id, { reader: 'administrator', now: clock() })
      if (!list) throw new Problem('not-found')
      return sendPresence(request, reply, list)
    },
  })

  app.route({
    ...operation(contract.tickPresence, schemas.tickPresenceSchemas, {
      reach: 'presence-lists',
      summary:
        'Note who is there, and names of who came without being enrolled; each counts once, however often it is sent',
      reasons: ['not-found', 'presence-not-yet'],
    }),
    handler: async (request) => {
      const { id } = callerOf(request)
      const ticked = {
        testmomentId: request.params.id,
        post: request.body,
        ticker: { by: 'administrator', id } as const,
      }
      const { outcomes, changed } = await takeTicks(database, ticked, clock)
      if (changed) notify([{ event: 'presenceChanged', testmoment_id: request.params.id }])
      return { outcomes }
    },
  })

  app.route({
    ...operation(contract.enrollWalkIn, schemas.enrollWalkInSchemas, {
      reach: 'administration',
      summary: 'Enroll a student who came on the test day, and tick them present; 200 when they were enrolled already',
      statuses: [200, 201],
      reasons: ['not-found', 'presence-not-yet', ...walkInRefusals],
    }),
    handler: async (request, reply) => {
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
  })

  app.route({
    ...operation(contract.settleWalkIn, schemas.settleWalkInSchemas, {
      reach: 'presence-lists',
      summary: 'Put away a name that was noted of who came without being enrolled',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
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
const walkInRefusals = enrollmentRefusals.filter(
  (refusal) => refusal !== 'moment-full' && refusal !== 'no-slots-left' && refusal !== 'enrollments-closed',
)
