import type { Deps } from '#api-server/context.ts'
import { recordChange, recordChanges } from '#api-server/facts/record-change.ts'
import { countRoomUse, findRoom } from '#api-server/facts/room.queries.ts'
import { refusingTaken, requireVersion } from '#api-server/platform/edits.ts'
import { lockRow } from '#api-server/platform/locks.ts'
import type { Kysely } from '#database/tables.ts'
import { changedFields, changesOf } from '#domain/entities/differences.ts'
import { pick } from '#domain/entities/pick.ts'
import { unsaidOf } from '#domain/entities/record-fields.ts'
import { schoolNameKey, tidySchoolName } from '#domain/entities/school-name.rules.ts'
import { tidyLine } from '#domain/entities/text.rules.ts'
import {
  type RoomFields,
  type RoomValues,
  roomFields,
  roomFieldTexts,
  roomValueNames,
} from '#domain/rooms/room.fields.ts'
import { nextPosition, roomNameRefusal } from '#domain/rooms/room.rules.ts'
import {
  type Room,
  type RoomCreation,
  type RoomEdit,
  type RoomsArchiving,
  roomFieldNames,
} from '#domain/rooms/room.schema.ts'
import type { Actor } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { roomReply } from './room.replies.ts'

/** Adds a room. Throws `room-name-taken`, a `RoomRefusal` or a `SchoolNameRefusal`. */
export function createRoom({ database, clock }: Deps, actor: Actor, creation: RoomCreation): Promise<Room> {
  const name = requireRoomName(creation.name)
  return refusingTaken(database, 'room-name-taken', () =>
    database.transaction(async (trx) => {
      const now = clock()
      const position = creation.position ?? nextPosition(await lastPosition(trx))
      const room = await trx
        .insertInto('room')
        .values({
          ...({ ...unsaidOf(roomFields), ...tidyTexts(creation), position } as RoomValues),
          ...{ name, name_key: schoolNameKey(name) },
          created_at: new Date(now).toISOString(),
        })
        .returning(roomFieldNames)
        .executeTakeFirstOrThrow()
      const change = { resource: 'room', resourceId: room.id, fields: ['name'] } as const
      await recordChange(trx, { actorId: actor.id, action: 'created', ...change }, now)
      return room
    }),
  )
}

/**
 * Edits a room; moments that have it keep the seats that they gave it. Throws `not-found`, `version-stale`, `room-name-taken`,
 * a `RoomRefusal` or a `SchoolNameRefusal`.
 */
export function editRoom(
  { database, clock }: Deps,
  actor: Actor,
  { id, ...given }: RoomEdit & { id: number },
): Promise<Room> {
  return refusingTaken(database, 'room-name-taken', () =>
    database.transaction(async (trx) => {
      await lockRow(trx, 'room', id)
      const before = await findRoom(trx, id)
      if (!before) throw new Problem('not-found')
      const { name, ...values } = given
      const edit = {
        ...tidyTexts(values),
        ...(name !== undefined && name !== before.name && { name: requireRoomName(name) }),
      }
      const use = (await countRoomUse(trx, clock(), [id])).get(id)
      requireVersion<RoomFields>(edit, before, { texts: roomFieldTexts, reply: roomReply(before, use) })
      const fields = changedFields<RoomFields>(edit, before, ['name', ...roomValueNames])
      if (fields.length === 0) return before
      const room = await trx
        .updateTable('room')
        .set({
          ...pick(edit, fields),
          ...(edit.name !== undefined && { name_key: schoolNameKey(edit.name) }),
          version: before.version + 1,
        })
        .where('id', '=', id)
        .returning(roomFieldNames)
        .executeTakeFirstOrThrow()
      const changes = changesOf<RoomFields>(fields, before, edit)
      const edited = { action: 'edited', resource: 'room', resourceId: id, changes } as const
      await recordChange(trx, { actorId: actor.id, ...edited }, clock())
      return room
    }),
  )
}

/** Archives or restores rooms in any version; returns how many that changes. Throws `not-found` if one of them is gone. */
export function archiveRooms(
  { database, clock }: Deps,
  actor: Actor,
  { ids, archived }: RoomsArchiving,
): Promise<number> {
  return database.transaction(async (trx) => {
    const rows = trx.selectFrom('room').select(['id', 'archived']).where('id', 'in', ids)
    const rooms = await rows.orderBy('id').forUpdate().execute()
    if (rooms.length < new Set(ids).size) throw new Problem('not-found')
    const changing = rooms.filter((room) => room.archived !== archived).map(({ id }) => id)
    if (changing.length === 0) return 0
    await trx
      .updateTable('room')
      .set(({ eb }) => ({ archived, version: eb('version', '+', 1) }))
      .where('id', 'in', changing)
      .execute()
    const details = new Map(changing.map((id) => [id, { changes: { archived: [!archived, archived] as const } }]))
    const action = archived ? 'archived' : 'unarchived'
    const change = { action, resource: 'room', resourceIds: changing, details } as const
    await recordChanges(trx, { actorId: actor.id, ...change }, clock())
    return changing.length
  })
}

/** Deletes a room that no moment has, and returns it as it was. Throws `not-found` or `room-in-use`. */
export function deleteRoom({ database, clock }: Deps, actor: Actor, id: number): Promise<Room> {
  return database.transaction(async (trx) => {
    await trx.selectFrom('room').select('id').where('id', '=', id).forUpdate().execute()
    const room = await findRoom(trx, id)
    if (!room) throw new Problem('not-found')
    if ((await countRoomUse(trx, clock(), [id])).has(id)) throw new Problem('room-in-use')
    await trx.deleteFrom('room').where('id', '=', id).execute()
    const deleted = { action: 'deleted', resource: 'room', resourceId: id, subject: room.name } as const
    await recordChange(trx, { actorId: actor.id, ...deleted }, clock())
    return room
  })
}

/** Texts as they are stored. */
const tidyTexts = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? tidyLine(value) : value]),
  ) as Values

/** Tidies a name for storing. Throws a `RoomRefusal` or a `SchoolNameRefusal`. */
function requireRoomName(name: string): string {
  const refusal = roomNameRefusal(name)
  if (refusal) throw new Problem(refusal)
  return tidySchoolName(name)
}

/** The last place in the order of rooms that is taken; 0 without rooms. */
async function lastPosition(kysely: Kysely): Promise<number> {
  const { last } = await kysely
    .selectFrom('room')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}
