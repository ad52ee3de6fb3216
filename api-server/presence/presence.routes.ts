import { randomUUID } from 'node:crypto'
import type { ApiContext, Deps } from '#api-server/context.ts'
import type { DeskAnswer, EnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { enrollmentReply } from '#api-server/facts/enrollment.replies.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import * as presenceCalls from '#contract/presence.calls.ts'
import { announceSoon } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Caller } from '#server/bearer.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { listWalkIns, type WalkInRow } from './presence.queries.ts'
import { findPresence, sendPresence, walkInReply } from './presence.replies.ts'
import { takeTicks } from './ticks.ts'

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

interface WalkIn {
  testmomentId: number
  user_id: number
  module_id: number
  /** id of the noted name that this settles */
  walk_in_id?: number | undefined
  /** room where the student is; a name that was noted in a room is there */
  room_id?: number | undefined
}

/**
 * Enrolls a student who came without an enrollment, and marks them present. If they are already enrolled there they are only
 * marked, so a client cut off halfway can repeat it. Where chairs were given, they get one in the room where they are. Throws
 * `not-found`, `presence-not-yet` and the refusals of enrolling.
 */
async function enrollWalkIn(
  { database, desk, clock }: Deps & { desk: EnrollmentDesk },
  caller: Caller,
  { testmomentId, user_id, module_id, walk_in_id, room_id }: WalkIn,
): Promise<DeskAnswer> {
  const noted =
    walk_in_id === undefined ? null : await requireWalkIn(database, { id: walk_in_id, testmoment_id: testmomentId })
  const answer = await desk.handle({
    wish: 'enroll',
    walks_in: true,
    here_id: noted?.room_id ?? room_id,
    ...{ user_id, module_id, testmoment_id: testmomentId },
    ...{ by: 'administrator', actor_id: caller.id, session_id: caller.sessionId },
  })
  const tick = {
    key: randomUUID(),
    enrollment_id: answer.enrollment.id,
    status: 'present' as const,
    at: new Date(clock()).toISOString(),
  }
  const ticker = { by: 'administrator', id: caller.id } as const
  await takeTicks(database, { testmomentId, post: { ticks: [tick], walk_ins: [] }, ticker }, clock)
  if (walk_in_id !== undefined) await settleWalkIn({ database, clock }, caller, walk_in_id)
  return answer
}

/** Settles a noted name and returns the id of its moment. Throws `not-found`. */
const settleWalkIn = ({ database, clock }: Deps, caller: Caller, id: number): Promise<number> =>
  database.transaction(async (trx) => {
    const now = clock()
    const { numUpdatedRows } = await trx
      .updateTable('walk_in')
      .set({ settled_at: new Date(now).toISOString() })
      .where('id', '=', id)
      .where('settled_at', 'is', null)
      .executeTakeFirst()
    const { testmoment_id } = await requireWalkIn({ kysely: trx }, { id })
    const change = { actorId: caller.id, action: 'presence-noted', resource: 'testmoment' } as const
    if (numUpdatedRows > 0n) await recordChange(trx, { ...change, resourceId: testmoment_id }, now)
    return testmoment_id
  })

/** Finds a noted name. Throws `not-found`, also if it was noted at another moment. */
async function requireWalkIn(
  { kysely }: Pick<Database, 'kysely'>,
  { id, testmoment_id }: { id: number; testmoment_id?: number },
): Promise<WalkInRow> {
  const [found] = await listWalkIns(kysely, { id })
  if (!found || found.testmoment_id !== (testmoment_id ?? found.testmoment_id)) throw new Problem('not-found')
  return found
}
