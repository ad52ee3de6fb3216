import type { ApiContext } from '#api-server/context.ts'
import { leaveLine } from '#api-server/enrollments/waiting/leaving-line.ts'
import { enrollmentReply } from '#api-server/facts/enrollment.replies.ts'
import { requireStudent } from '#api-server/facts/require-user.ts'
import { linkById, pathOf } from '#contract/endpoint.ts'
import * as waitingCalls from '#contract/waiting.calls.ts'
import { joinWaiting, leaveWaiting, seeWaitingOutcome } from '#contract/waiting.gen.ts'
import { announceSoon } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import { createSameTurnLoader } from '#database/queries/batched-reads.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import type { WaitingEntry, WaitingOutcome } from '#domain/enrollments/waiting.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { reaches } from '#domain/users/roles.ts'
import { type Caller, partyOf } from '#server/bearer.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import {
  findOutcome,
  findWaiting,
  listUnseenOutcomesOf,
  listWaitingOf,
  type NamedWaitingRow,
  type OutcomeRow,
} from './waiting.queries.ts'

const leave = linkById(leaveWaiting)
const seen = linkById(seeWaitingOutcome)
const wait = { method: joinWaiting.method, href: pathOf(joinWaiting) }

const entryReply = (row: NamedWaitingRow & { place: number }, links: WaitingEntry['_links']): WaitingEntry => ({
  ...pick(row, ['id', 'user_id', 'testmoment_id', 'module_id', 'module_name', 'moves', 'created_at', 'place']),
  _links: links,
})

const outcomeReply = (row: OutcomeRow, links: WaitingOutcome['_links']): WaitingOutcome => ({
  ...pick(row, ['id', 'outcome', 'module_id', 'module_name', 'testmoment_id', 'created_at']),
  testmoment: pick(row, whenAndWhereFieldNames),
  _links: links,
})

export function waitingRoutes(app: Api, { database, desk, seats, clock }: ApiContext): void {
  const { kysely } = database
  const notify = announceSoon(database)
  const ownWaiting = createSameTurnLoader(async (userIds: number[]) =>
    Map.groupBy(await listWaitingOf(kysely, userIds), ({ user_id }) => user_id),
  )
  const ownOutcomes = createSameTurnLoader(async (userIds: number[]) =>
    Map.groupBy(await listUnseenOutcomesOf(kysely, userIds), ({ user_id }) => user_id),
  )

  serve(app, waitingCalls, {
    readSeats: async ({ caller, params: { id } }) => {
      await requireStudent(database, caller, id)
      // In this order: a student who meanwhile gets the seat, or leaves, has no place any more but perhaps an outcome.
      const entries = (await ownWaiting(id)) ?? []
      const { moments, places } = await seats.read()
      const outcomes = (await ownOutcomes(id)) ?? []
      return {
        entities: [...moments],
        waiting: entries.flatMap((entry) => {
          const place = places.get(entry.testmoment_id)?.get(id)
          return place === undefined ? [] : entryReply({ ...entry, place }, { leave: leave(entry.id) })
        }),
        outcomes: outcomes.map((outcome) => outcomeReply(outcome, caller.id === id ? { seen: seen(outcome.id) } : {})),
        _links: { wait },
      }
    },

    joinWaiting: async ({ caller, body }, reply) => {
      const by = partyOf(caller)
      const origin = { by, actor_id: by === 'administrator' ? caller.id : undefined, session_id: caller.sessionId }
      const answer = await desk.wait({ wish: 'wait', ...body, ...origin })
      if (answer.created) reply.code(201)
      if ('waiting' in answer)
        return { entity: entryReply(answer.waiting, { leave: leave(answer.waiting.id) }), enrollment: null }
      return { entity: null, enrollment: enrollmentReply(answer.enrollment, answer.moment, { by, now: clock() }) }
    },

    leaveWaiting: async ({ caller, params }) => {
      const { id: entryId, user_id } = await requireTouchable(database, caller, params.id)
      const actorId = user_id === caller.id ? undefined : caller.id
      const removed = await leaveLine({ database, clock, notify }, { entryId, actorId })
      return { entity: entryReply(removed, {}) }
    },

    seeWaitingOutcome: async ({ caller, params }) => {
      const ownEntry = { id: params.id, user_id: caller.id }
      const { numUpdatedRows } = await database.transaction((trx) =>
        trx
          .updateTable('waiting_outcome')
          .set({ seen_at: new Date(clock()).toISOString() })
          .where('id', '=', ownEntry.id)
          .where('user_id', '=', ownEntry.user_id)
          .where('seen_at', 'is', null)
          .executeTakeFirstOrThrow(),
      )
      if (numUpdatedRows > 0n) notify([{ event: 'seatsChanged', testmoment_ids: [], user_ids: [ownEntry.user_id] }])
      const outcome = await findOutcome(kysely, ownEntry)
      if (!outcome) throw new Problem('not-found')
      return { entity: outcomeReply(outcome, {}) }
    },
  })
}

/** Throws `not-found` if it is gone, and to a student also if it is somebody else’s, as for enrollments. */
async function requireTouchable({ kysely }: Database, caller: Caller, entryId: number) {
  const entry = await findWaiting(kysely, entryId)
  if (!entry || (entry.user_id !== caller.id && !reaches(caller, 'administration'))) throw new Problem('not-found')
  return entry
}
