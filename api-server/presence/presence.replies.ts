import type { FastifyReply, FastifyRequest } from 'fastify'
import { doorCodeHash } from '#api-server/facts/door-code.ts'
import { findTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { linkById, pathOf } from '#contract/endpoint.ts'
import {
  enrollWalkIn,
  searchInvigilation,
  settleWalkIn,
  tickInvigilation,
  tickPresence,
} from '#contract/presence.gen.ts'
import { downloadExtraTime, downloadPresenceChecklist } from '#contract/testmoments.gen.ts'
import type { Kysely } from '#database/tables.ts'
import { connectionActor, DELETED_USER } from '#domain/audit/audit.texts.ts'
import { type WhenAndWhere, whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { firstDaysShared, hasCodes, shareDay } from '#domain/presence/door-code.rules.ts'
import { dissentingTicks, presencePhase, roomsElsewhere, standingTick } from '#domain/presence/presence.rules.ts'
import type { PresenceList, WalkIn } from '#domain/presence/presence.schema.ts'
import { presenceTexts } from '#domain/presence/presence.texts.ts'
import { remarkForOthers } from '#domain/rooms/room.rules.ts'
import { passedAt } from '#domain/testmoments/testmoment.rules.ts'
import { inNameOrder } from '#domain/users/name-order.ts'
import { entityTag, isKnown, notModified } from '#server/entity-tag.ts'
import type { Keys } from '#server/keys.ts'
import {
  findPeople,
  listCodeHolders,
  listEnrolled,
  listRoomsOf,
  listTicks,
  listWalkIns,
  type Maker,
  studentFields,
  type TickRow,
  type WalkInRow,
} from './presence.queries.ts'

export type PresenceReader = 'administrator' | 'invigilator'

interface Reading {
  reader: PresenceReader
  /** the only room whose students are read; null or left out for the whole moment */
  roomId?: number | null
  keys: Pick<Keys, 'doorCodes'>
  now: number
}

/**
 * Loads a moment's list, or that of one of its rooms, in six queries plus some per thousand enrollments; undefined if there is
 * no such moment, or it does not have the room.
 */
export async function findPresence(
  kysely: Kysely,
  testmomentId: number,
  { reader, roomId = null, keys, now }: Reading,
): Promise<PresenceList | undefined> {
  const moment = await findTestmoment(kysely, testmomentId)
  if (!moment) return undefined
  const known = await listRoomsOf(kysely, testmomentId)
  const room = known.find(({ id }) => id === roomId)
  if (roomId !== null && !room) return undefined
  const rooms = roomId === null ? known.filter((some) => isShownTo(reader, some)) : []
  const seesChairs = room !== undefined || rooms.length > 0
  const enrolled = await listEnrolled(kysely, { testmomentId, roomId })
  const made = await listTicks(kysely, enrolled)
  const people = await findPeople(kysely, [
    ...enrolled.map(({ user_id }) => user_id),
    ...made.flatMap(({ actor_id }) => actor_id ?? []),
  ])
  const ticks = Map.groupBy(made, ({ enrollment_id }) => enrollment_id)
  const entries = enrolled.flatMap(({ room_id, seat_number, ...entry }) => {
    const student = people.get(entry.user_id)
    if (!student) return []
    const chair = seesChairs ? { room_id, seat_number } : { room_id: null, seat_number: null }
    return { ...entry, ...chair, ...pick(student, studentFields) }
  })
  const tickedReply = ({ status, at, by_code, ...maker }: TickRow) => ({
    ...{ status, at, ...(by_code && { by_code }) },
    who: whoIs({ ...maker, ...people.get(maker.actor_id ?? 0) }),
  })
  const walkIns = (await listWalkIns(kysely, { testmomentId })).filter((row) => !room || row.room_id === room.id)
  const phase = presencePhase(moment, now)
  return {
    testmoment: pick(moment, ['id', ...whenAndWhereFieldNames]),
    room: room ? { ...pick(room, ['id', 'name']), remark: remarkForOthers(room.remark) } : null,
    rooms: rooms.map((some) => pick(some, ['id', 'name'])),
    entities: inNameOrder(entries).map((entry) => {
      const own = ticks.get(entry.enrollment_id) ?? []
      const standing = standingTick(own)
      return {
        ...entry,
        ticked: standing && standing.status !== null ? tickedReply(standing) : null,
        others: dissentingTicks(own).map(tickedReply),
      }
    }),
    codes: await listCodes(kysely, { moment, room, known, keys, now }),
    walk_ins: walkIns.map((row) => walkInReply(row, reader)),
    now: new Date(now).toISOString(),
    _links: reader === 'administrator' ? linksOf(testmomentId, phase) : { tick: TICK, ...(room && { search: SEARCH }) },
  }
}

interface CodesAsked extends Pick<Reading, 'keys' | 'now'> {
  moment: WhenAndWhere & { id: number }
  /** the only room whose students are read */
  room: { id: number } | undefined
  known: readonly { id: number; name: string }[]
}

/**
 * Hashes of the codes that may be shown at this door. Of other rooms, and of other moments that have a day in common with this
 * one, nobody is named; a student of this moment is asked for at this moment alone.
 */
async function listCodes(
  kysely: Kysely,
  { moment, room, known, keys, now }: CodesAsked,
): Promise<PresenceList['codes']> {
  if (!hasCodes(moment, passedAt(now))) return []
  const holders = await listCodeHolders(kysely, firstDaysShared(moment))
  return holders.flatMap(({ room_id, date, duration, starts_at, ...of }): PresenceList['codes'] => {
    const hash = doorCodeHash(keys.doorCodes, of)
    if (of.testmoment_id !== moment.id) return shareDay(moment, { date, duration }) ? [{ hash, starts_at }] : []
    if (!room || room.id === room_id) return [{ hash, user_id: of.user_id }]
    const elsewhere = known.find(({ id }) => id === room_id)
    return [elsewhere ? { hash, room: elsewhere.name } : { hash, without_chair: true }]
  })
}

/** Names of the other rooms in which somebody sits who is searched, in their order; none for a reader of all rooms. */
export async function findElsewhere(
  kysely: Kysely,
  { testmoment_id: testmomentId, room_id: ownRoomId }: { testmoment_id: number; room_id: number | null },
  search: string,
): Promise<string[]> {
  if (ownRoomId === null) return []
  const enrolled = await listEnrolled(kysely, { testmomentId })
  const userIds = enrolled.map(({ user_id }) => user_id)
  const people = await findPeople(kysely, userIds)
  const students = enrolled.flatMap(({ user_id, room_id }) => {
    const student = people.get(user_id)
    return student ? { ...student, room_id } : []
  })
  const found = roomsElsewhere(students, { search, ownRoomId })
  return (await listRoomsOf(kysely, testmomentId)).filter(({ id }) => found.has(id)).map(({ name }) => name)
}

/** Only administrators see rooms before they are published, and nobody before the moment is divided. */
const isShownTo = (reader: PresenceReader, room: { divided_at: string | null; rooms_published_at: string | null }) =>
  (reader === 'administrator' ? room.divided_at : room.rooms_published_at) !== null

const TICK = { method: tickInvigilation.method, href: pathOf(tickInvigilation) }
const SEARCH = { method: searchInvigilation.method, href: pathOf(searchInvigilation) }
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
  ...pick(row, ['id', 'key', 'name', 'at', 'room_id']),
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
