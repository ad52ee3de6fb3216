import { compiledBySize, type Ids, rowsInChunks } from '#database/queries/batched-reads.ts'
import { chairOfEnrollment } from '#database/queries/chair-of-enrollment.ts'
import type { Kysely } from '#database/tables.ts'
import type { MadeTick } from '#domain/presence/presence.rules.ts'

/**
 * One row per student and module, with the student's chair; a student's modules are adjacent, also if two students have the
 * same name. Only those in one room if there is a `roomId`.
 */
export async function listEnrolled(
  kysely: Kysely,
  { testmomentId, roomId = null }: { testmomentId: number; roomId?: number | null },
) {
  const rows = await kysely
    .selectFrom('enrollment')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .leftJoin('chair', chairOfEnrollment)
    .select(['enrollment.id as enrollment_id', 'enrollment.user_id', 'enrollment.module_id'])
    .select(['module.name as module_name', 'chair.room_id', 'chair.seat_number'])
    .where('enrollment.testmoment_id', '=', testmomentId)
    .$if(roomId !== null, (query) => query.where('chair.room_id', '=', roomId))
    .execute()
  return rows.sort((one, other) => one.user_id - other.user_id || one.enrollment_id - other.enrollment_id)
}

/** Lists the rooms of a moment in their order, with whether the moment is divided over them, and published. */
export const listRoomsOf = (kysely: Kysely, testmomentId: number) =>
  kysely
    .selectFrom('testmoment_room')
    .innerJoin('room', 'room.id', 'testmoment_room.room_id')
    .innerJoin('testmoment', 'testmoment.id', 'testmoment_room.testmoment_id')
    .select(['room.id', 'room.name', 'room.remark'])
    .select(['testmoment.divided_at', 'testmoment.rooms_published_at'])
    .where('testmoment_room.testmoment_id', '=', testmomentId)
    .orderBy('testmoment_room.position')
    .execute()

/** Students of moments that begin on these days, with what their codes are made of: one row for each moment of theirs. */
export const listCodeHolders = (kysely: Kysely, { from, to }: { from: string; to: string }) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .leftJoin('chair', chairOfEnrollment)
    .leftJoin('door_code', (join) =>
      join
        .onRef('door_code.user_id', '=', 'enrollment.user_id')
        .onRef('door_code.testmoment_id', '=', 'enrollment.testmoment_id'),
    )
    .select(['enrollment.user_id', 'enrollment.testmoment_id', 'chair.room_id'])
    .select(({ fn, val }) => fn.coalesce('door_code.generation', val(0)).as('generation'))
    .select(['testmoment.date', 'testmoment.duration', 'testmoment.starts_at'])
    .distinct()
    .where('testmoment.date', '>=', from)
    .where('testmoment.date', '<=', to)
    .orderBy('enrollment.testmoment_id')
    .orderBy('enrollment.user_id')
    .execute()

export const studentFields = ['first_name', 'last_name', 'student_number', 'class_group', 'extra_time'] as const

/** Does not join the moment's enrollments: PostgreSQL expects so many of them that it would scan a large table. */
export async function findPeople(kysely: Kysely, userIds: readonly number[]) {
  const people = await rowsInChunks([...new Set(userIds)], (ids) => peopleOf(kysely, ids))
  return new Map(people.map((person) => [person.id, person]))
}

const peopleOf = compiledBySize((kysely, ids: Ids) =>
  kysely
    .selectFrom('user')
    .select(['id', ...studentFields])
    .where('id', 'in', ids),
)

export interface Maker {
  actor_id: number | null
  device_id: number | null
  device_name: string | null
  connection_id?: number | null
  /** name of the system of the school that sent it */
  connection_name?: string | null
  /** name of the administrator, while their account exists */
  first_name?: string | null
  last_name?: string | null
}

export type TickRow = MadeTick & Maker & { enrollment_id: number }

export async function listTicks(kysely: Kysely, enrolled: readonly { enrollment_id: number }[]): Promise<TickRow[]> {
  const enrollmentIds = enrolled.map(({ enrollment_id }) => enrollment_id)
  const ticks = await rowsInChunks(enrollmentIds, (ids) => ticksOf(kysely, ids))
  return ticks.map((row) => ({ ...row, maker: makerOf(row), isOfSystem: row.connection_id !== null }))
}

const ticksOf = compiledBySize((kysely, enrollmentIds: Ids) =>
  kysely
    .selectFrom('presence_tick')
    .leftJoin('invigilator_device', 'invigilator_device.id', 'presence_tick.device_id')
    .leftJoin('connection', 'connection.id', 'presence_tick.connection_id')
    .select(['presence_tick.enrollment_id', 'presence_tick.key', 'presence_tick.status', 'presence_tick.at'])
    .select('presence_tick.by_code')
    .select(['presence_tick.actor_id', 'presence_tick.device_id', 'invigilator_device.name as device_name'])
    .select(['presence_tick.connection_id', 'connection.name as connection_name'])
    .where('presence_tick.enrollment_id', 'in', enrollmentIds),
)

/** Key of who made a tick; deleted users and devices share one. */
const makerOf = ({ actor_id, device_id, connection_id }: Maker): string => {
  if (actor_id !== null) return `user ${actor_id}`
  return typeof connection_id === 'number' ? `connection ${connection_id}` : `device ${device_id}`
}

/** Lists walk-ins of a moment in the order in which they were noted, or one. */
export const listWalkIns = (kysely: Kysely, of: { testmomentId: number } | { id: number }) =>
  kysely
    .selectFrom('walk_in')
    .leftJoin('user', 'user.id', 'walk_in.actor_id')
    .leftJoin('invigilator_device', 'invigilator_device.id', 'walk_in.device_id')
    .leftJoin('invigilator_link', 'invigilator_link.id', 'invigilator_device.link_id')
    .select(['walk_in.id', 'walk_in.key', 'walk_in.name', 'walk_in.at', 'walk_in.settled_at', 'walk_in.testmoment_id'])
    .select(['walk_in.actor_id', 'walk_in.device_id', 'user.first_name', 'user.last_name'])
    .select(['invigilator_device.name as device_name', 'invigilator_link.room_id'])
    .where(
      'testmomentId' in of ? 'walk_in.testmoment_id' : 'walk_in.id',
      '=',
      'testmomentId' in of ? of.testmomentId : of.id,
    )
    .orderBy('walk_in.at')
    .orderBy('walk_in.id')
    .execute()

export type WalkInRow = Awaited<ReturnType<typeof listWalkIns>>[number]
