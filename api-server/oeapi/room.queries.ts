import { type SqlBool, sql } from 'kysely'
import { compiledBySize, type Ids } from '#database/queries/batched-reads.ts'
import type { Kysely } from '#database/tables.ts'
import { ROOM_TYPE } from '#domain/oeapi/mapping.rules.ts'
import { conditionsOf, constant, type FilterableFields, isConstant } from './filters.ts'
import type { Question } from './question.ts'
import { byId, containsText, readPage } from './rows.ts'

// Rooms as other systems read them: never the remark, nor whether a room is for students with extra time.

const rooms = (kysely: Kysely) => kysely.selectFrom('room').select(['room.id', 'room.name', 'room.seats'])

export type RoomRow = Awaited<ReturnType<typeof listRooms>>['rows'][number]

const name = sql<string>`${sql.ref('room.name')}`

const roomFields: FilterableFields = {
  'primaryCode.code': { kind: 'text', column: name },
  roomType: constant(ROOM_TYPE),
  totalSeats: { kind: 'number', column: sql.ref('room.seats') },
}

export function listRooms(kysely: Kysely, question: Question) {
  const { given } = question
  const code = given.get('primaryCode')
  const part = given.get('q') ?? ''
  return readPage(
    rooms(kysely),
    question,
    [
      ...conditionsOf(question.filters, roomFields, question.scopes),
      ...(code === undefined ? [] : [sql<SqlBool>`${name} = ${code}`]),
      ...(part === '' ? [] : [containsText([name], part)]),
      ...isConstant(question, 'roomType', ROOM_TYPE),
    ],
    byId('room.id'),
  )
}

export const findRoom = (kysely: Kysely, id: number) => rooms(kysely).where('room.id', '=', id).executeTakeFirst()

const roomsOfMoments = compiledBySize((kysely, testmomentIds: Ids) =>
  kysely
    .selectFrom('testmoment_room')
    .innerJoin('testmoment', 'testmoment.id', 'testmoment_room.testmoment_id')
    .select(['testmoment_room.testmoment_id', 'testmoment_room.room_id'])
    .where('testmoment_room.testmoment_id', 'in', testmomentIds)
    .where('testmoment.rooms_published_at', 'is not', null)
    .orderBy('testmoment_room.position'),
)

/** Adds the rooms of each row's moment; null before a teacher published them. */
export async function withRooms<Row extends { testmoment_id: number }>(
  kysely: Kysely,
  rows: readonly Row[],
): Promise<(Row & { room_ids: number[] | null })[]> {
  const ids = [...new Set(rows.map(({ testmoment_id }) => testmoment_id))]
  const found = Map.groupBy(ids.length === 0 ? [] : await roomsOfMoments(kysely, ids), (row) => row.testmoment_id)
  return rows.map((row) => ({
    ...row,
    room_ids: found.get(row.testmoment_id)?.map(({ room_id }) => room_id) ?? null,
  }))
}
