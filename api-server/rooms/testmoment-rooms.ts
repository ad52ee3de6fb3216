import type { Deps } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { listRooms } from '#api-server/facts/room.queries.ts'
import { requireTestmoment, type TestmomentRow } from '#api-server/facts/testmoment.queries.ts'
import { requireConfirmation, requireVersion } from '#api-server/platform/edits.ts'
import { keepStudents, lockTestmoment } from '#api-server/platform/locks.ts'
import { linkById } from '#contract/endpoint.ts'
import { editTestmomentRooms as editEndpoint } from '#contract/rooms.gen.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import { pick } from '#domain/entities/pick.ts'
import { losingChairs } from '#domain/rooms/chairs.rules.ts'
import type { Room } from '#domain/rooms/room.schema.ts'
import { listedRoomLabel, testmomentRoomsTexts } from '#domain/rooms/room.texts.ts'
import { neighbouringDays, overlapOf } from '#domain/rooms/testmoment-rooms.rules.ts'
import type { RoomElsewhere, TestmomentRoomList, TestmomentRooms } from '#domain/rooms/testmoment-rooms.schema.ts'
import type { Actor } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { findDivisionState, listSeatedIds } from './chair.queries.ts'
import { loadStudents } from './dividing.ts'
import { type ChairChange, notifyOfChairs } from './notify-of-chairs.ts'

const edit = linkById(editEndpoint)

/** Rooms of a moment, and those that it could have, with the moments that need them at the same time. Throws `not-found`. */
export async function describeTestmomentRooms(kysely: Kysely, id: number): Promise<TestmomentRooms> {
  const moment = await requireTestmoment(kysely, { id })
  const rooms = await listRooms(kysely)
  const chosen = await listChosen(kysely, id)
  const elsewhere = await listElsewhere(kysely, moment)
  const shown = (room: Room) => ({
    ...pick(room, ['id', 'name', 'extra_time', 'archived', 'seats']),
    elsewhere: elsewhere.get(room.id) ?? [],
  })
  const known = new Map(rooms.map((room) => [room.id, room]))
  return {
    entities: chosen.flatMap(({ room_id, seats }) => {
      const room = known.get(room_id)
      return room ? [{ ...shown(room), seats }] : []
    }),
    others: rooms.filter((room) => !room.archived && !chosen.some(({ room_id }) => room_id === room.id)).map(shown),
    version: await readVersion(kysely, id),
    _links: { edit: edit(id) },
  }
}

const listChosen = (kysely: Kysely, testmomentId: number) =>
  kysely
    .selectFrom('testmoment_room')
    .select(['room_id', 'seats'])
    .where('testmoment_id', '=', testmomentId)
    .orderBy('position')
    .execute()

async function readVersion(kysely: Kysely, testmomentId: number): Promise<number> {
  const moment = kysely.selectFrom('testmoment').select('rooms_version').where('id', '=', testmomentId)
  return (await moment.executeTakeFirstOrThrow()).rooms_version
}

/** Other moments that have a room at the same time as this one, or possibly so, by room. */
async function listElsewhere(kysely: Kysely, moment: TestmomentRow): Promise<Map<number, RoomElsewhere[]>> {
  const [from, until] = neighbouringDays(moment)
  const rows = await kysely
    .selectFrom('testmoment_room')
    .innerJoin('testmoment', 'testmoment.id', 'testmoment_room.testmoment_id')
    .select(['testmoment_room.room_id', 'testmoment.id'])
    .select(whenAndWhereFieldNames.map((name) => `testmoment.${name}` as const))
    .where('testmoment.date', '>=', from)
    .where('testmoment.date', '<=', until)
    .where('testmoment.id', '<>', moment.id)
    .orderBy('testmoment.date')
    .orderBy('testmoment.id')
    .execute()
  const elsewhere = new Map<number, RoomElsewhere[]>()
  for (const { room_id, ...other } of rows) {
    const overlap = overlapOf(moment, other)
    if (overlap !== null) elsewhere.set(room_id, [...(elsewhere.get(room_id) ?? []), { ...other, overlap }])
  }
  return elsewhere
}

interface RoomsEdit extends TestmomentRoomList {
  id: number
  confirmed?: string | undefined
}

/**
 * Replaces the rooms of a moment, their order and their seats there. Who may enroll stays the same; students who lose their
 * chair stay enrolled without one; links of invigilators for a removed room end. Throws `not-found`, `version-stale`,
 * `confirmation-needed` when students would lose their chair, `room-unknown`, or `room-archived` for a room that the moment did
 * not have.
 */
export function editTestmomentRooms(
  { database, clock }: Deps,
  actor: Actor,
  { id, version, entities, confirmed }: RoomsEdit,
): Promise<TestmomentRooms> {
  return database.transaction(async (trx) => {
    await keepStudents(trx, await listSeatedIds(trx, id))
    await lockTestmoment(trx, id)
    const before = await describeTestmomentRooms(trx, id)
    // If a room occurs twice, the last one counts, at the place of the first.
    const wished = [...new Map(entities.map((entity) => [entity.id, entity])).values()]
    const known = new Map((await listRooms(trx)).map((room) => [room.id, room]))
    const named = wished.map(({ id: room, seats }) => ({ ...requireRoom(known, room), seats }))
    requireVersion<{ rooms: readonly NamedRoom[] }>(
      { rooms: named, version },
      { rooms: before.entities, version: before.version },
      { texts: testmomentRoomsTexts, reply: before },
    )
    const isArchived = named.some((room) => room.archived && !before.entities.some((had) => had.id === room.id))
    if (isArchived) throw new Problem('room-archived')
    if (isSame(named, before.entities)) return before
    const losing = await listLosingChairs(trx, id, { before: before.entities, after: named })
    const { rooms_published_at } = await findDivisionState(trx, id)
    const lost = { chairs_lost: losing.length, chairs_published: losing.length > 0 && rooms_published_at !== null }
    requireConfirmation({ ...noConsequences, ...lost }, confirmed)
    await notifyOfChairs(trx, { testmomentId: id, actorId: actor.id, act: 'rooms-edited', changes: losing }, clock())
    const userIds = losing.map(({ user_id }) => user_id)
    await takeChairs(trx, id, userIds)
    await writeRooms(trx, id, { named, version: before.version + 1 })
    await endLinksOf(trx, id, { named, at: new Date(clock()).toISOString() })
    const changes = { rooms: roomsChange(before.entities, named) }
    const change = { action: 'rooms-edited', resource: 'testmoment', resourceId: id, changes } as const
    await recordChange(trx, { actorId: actor.id, ...change }, clock())
    return describeTestmomentRooms(trx, id)
  })
}

type NamedRoom = Pick<Room, 'id' | 'name' | 'seats'>

function requireRoom(known: ReadonlyMap<number, Room>, id: number): Room {
  const room = known.get(id)
  if (!room) throw new Problem('room-unknown')
  return room
}

const isSame = (one: readonly NamedRoom[], other: readonly NamedRoom[]): boolean =>
  one.length === other.length && one.every(({ id, seats }, at) => other[at]?.id === id && other[at]?.seats === seats)

/** Change for the log: removed and added rooms, or both lists if only the order changed. */
function roomsChange(before: readonly NamedRoom[], after: readonly NamedRoom[]): readonly [unknown, unknown] {
  const [gone, come] = [labelsWithout(before, after), labelsWithout(after, before)]
  if (gone.length + come.length > 0) return [gone, come]
  return [before.map(listedRoomLabel).join(', '), after.map(listedRoomLabel).join(', ')]
}

/** Labels of the rooms that the other list does not have with these seats. */
const labelsWithout = (rooms: readonly NamedRoom[], others: readonly NamedRoom[]): string[] =>
  rooms
    .filter(({ id, seats }) => !others.some((other) => other.id === id && other.seats === seats))
    .map(listedRoomLabel)

/** Students whose room goes or gets fewer seats than there are students. */
async function listLosingChairs(
  trx: Transaction,
  testmomentId: number,
  { before, after }: { before: readonly NamedRoom[]; after: readonly NamedRoom[] },
): Promise<ChairChange[]> {
  const wished = new Map(after.map(({ id, seats }) => [id, seats]))
  const smaller = before.filter(({ id, seats }) => (wished.get(id) ?? 0) < seats)
  if (smaller.length === 0) return []
  const students = (await loadStudents(trx, testmomentId)).map((student) => ({
    ...student,
    by_hand: student.chair?.by_hand ?? false,
  }))
  return smaller.flatMap(({ id, seats }) => {
    const there = students.filter(({ chair }) => chair?.room_id === id)
    return losingChairs(there, { before: seats, after: wished.get(id) ?? 0 }).map((student) => ({
      user_id: student.id,
      from: student.chair,
      to: null,
    }))
  })
}

async function takeChairs(trx: Transaction, testmomentId: number, userIds: readonly number[]): Promise<void> {
  for (const ids of inChunks(userIds))
    await trx.deleteFrom('chair').where('testmoment_id', '=', testmomentId).where('user_id', 'in', ids).execute()
}

/** Ends the links of invigilators for rooms that the moment no longer has: nobody sits there to be ticked. */
async function endLinksOf(
  trx: Transaction,
  testmomentId: number,
  { named, at }: { named: readonly NamedRoom[]; at: string },
): Promise<void> {
  const staying = named.map(({ id }) => id)
  await trx
    .updateTable('invigilator_link')
    .set({ ended_at: at })
    .where('testmoment_id', '=', testmomentId)
    .where('room_id', 'is not', null)
    .where('ended_at', 'is', null)
    .$if(staying.length > 0, (query) => query.where('room_id', 'not in', staying))
    .execute()
}

/** Rooms that stay keep their rows, on which chairs hang. A moment without rooms is not divided any more. */
async function writeRooms(
  trx: Transaction,
  testmoment_id: number,
  { named, version }: { named: readonly NamedRoom[]; version: number },
): Promise<void> {
  const gone = trx.deleteFrom('testmoment_room').where('testmoment_id', '=', testmoment_id)
  const staying = named.map(({ id }) => id)
  await (staying.length > 0 ? gone.where('room_id', 'not in', staying) : gone).execute()
  const rows = named.map(({ id: room_id, seats }, position) => ({ testmoment_id, room_id, seats, position }))
  if (rows.length > 0)
    await trx
      .insertInto('testmoment_room')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['testmoment_id', 'room_id'])
          .doUpdateSet(({ ref }) => ({ seats: ref('excluded.seats'), position: ref('excluded.position') })),
      )
      .execute()
  await trx
    .updateTable('testmoment')
    .set({ rooms_version: version, ...(rows.length === 0 && { divided_at: null, rooms_published_at: null }) })
    .where('id', '=', testmoment_id)
    .execute()
}
