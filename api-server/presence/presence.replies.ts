import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { findTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { linkById, pathOf } from '#contract/endpoint.ts'
import { enrollWalkIn, settleWalkIn, tickInvigilation, tickPresence } from '#contract/presence.ts'
import { downloadExtraTime, downloadPresenceChecklist } from '#contract/testmoments.ts'
import type { Tables } from '#database/tables.ts'
import { connectionActor, DELETED_USER } from '#domain/audit/audit.texts.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { dissentingTicks, presencePhase, standingTick } from '#domain/presence/presence.rules.ts'
import type { PresenceList, WalkIn } from '#domain/presence/presence.schema.ts'
import { presenceTexts } from '#domain/presence/presence.texts.ts'
import { inNameOrder } from '#domain/users/name-order.ts'
import { entityTag, isKnown, notModified } from '#server/entity-tag.ts'
import {
  findPeople,
  listEnrolled,
  listTicks,
  listWalkIns,
  type Maker,
  studentFields,
  type TickRow,
  type WalkInRow,
} from './presence.queries.ts'

/** Readers of a list, who get different links. */
export type PresenceReader = 'administrator' | 'invigilator'

/**
 * Loads a moment's list, in four queries plus some per thousand enrollments; undefined if there is no such moment. `now` in ms.
 */
export async function findPresence(
  kysely: Kysely<Tables>,
  testmomentId: number,
  { reader, now }: { reader: PresenceReader; now: number },
): Promise<PresenceList | undefined> {
  const moment = await findTestmoment(kysely, testmomentId)
  if (!moment) return undefined
  const enrolled = await listEnrolled(kysely, testmomentId)
  const made = await listTicks(kysely, enrolled)
  const people = await findPeople(kysely, [
    ...enrolled.map(({ user_id }) => user_id),
    ...made.flatMap(({ actor_id }) => actor_id ?? []),
  ])
  const ticks = Map.groupBy(made, ({ enrollment_id }) => enrollment_id)
  const entries = enrolled.flatMap((entry) => {
    const student = people.get(entry.user_id)
    return student ? { ...entry, ...pick(student, studentFields) } : []
  })
  const tickedReply = ({ status, at, ...maker }: TickRow) => ({
    ...{ status, at },
    who: whoIs({ ...maker, ...people.get(maker.actor_id ?? 0) }),
  })
  const walkIns = await listWalkIns(kysely, { testmomentId })
  const phase = presencePhase(moment, now)
  return {
    testmoment: pick(moment, ['id', ...whenAndWhereFieldNames]),
    entities: inNameOrder(entries).map((entry) => {
      const own = ticks.get(entry.enrollment_id) ?? []
      const standing = standingTick(own)
      return {
        ...entry,
        ticked: standing && standing.status !== null ? tickedReply(standing) : null,
        others: dissentingTicks(own).map(tickedReply),
      }
    }),
    walk_ins: walkIns.map((row) => walkInReply(row, reader)),
    now: new Date(now).toISOString(),
    _links: reader === 'administrator' ? linksOf(testmomentId, phase) : { tick: TICK },
  }
}

const TICK = { method: tickInvigilation.method, href: pathOf(tickInvigilation) }
const tick = linkById(tickPresence)
const walkIn = linkById(enrollWalkIn)
const settle = linkById(settleWalkIn)

const checklist = linkById(downloadPresenceChecklist)
const extraTime = linkById(downloadExtraTime)

function linksOf(id: number, phase: ReturnType<typeof presencePhase>): PresenceList['_links'] {
  const list = checklist(id)
  return {
    presence_checklist: list,
    presence_checklist_by_module: { ...list, href: `${list.href}?list=modules` },
    extra_time: extraTime(id),
    ...(phase !== 'coming' && { tick: tick(id) }),
    ...(phase === 'open' && { walk_in: walkIn(id) }),
  }
}

/** Name of the maker, never the address, since invigilators read it too. */
function whoIs({ actor_id, device_name, connection_name, first_name, last_name }: Maker): string {
  if (typeof connection_name === 'string') return connectionActor(connection_name)
  if (device_name !== null) return device_name
  if (actor_id === null) return DELETED_USER
  return `${first_name ?? ''} ${last_name ?? ''}`.trim() || presenceTexts.teacher
}

export const walkInReply = (row: WalkInRow, reader: PresenceReader): WalkIn => ({
  ...pick(row, ['id', 'key', 'name', 'at']),
  who: whoIs(row),
  settled: row.settled_at !== null,
  _links: reader === 'administrator' && row.settled_at === null ? { settle: settle(row.id) } : {},
})

/** Sends a list with a tag of its contents except the clock. */
export function sendPresence(request: FastifyRequest, reply: FastifyReply, list: PresenceList) {
  const { now: _, ...said } = list
  const tag = entityTag(JSON.stringify(said))
  return isKnown(request, tag) ? notModified(reply, tag) : reply.header('etag', tag).send(list)
}
