import { shownChairOfEnrollment } from '#database/queries/chair-of-enrollment.ts'
import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Kysely } from '#database/tables.ts'
import { chairLocation } from '#domain/rooms/chair.texts.ts'

export const findCalendarFeed = (kysely: Kysely, userId: number) =>
  kysely.selectFrom('calendar_feed').select('created_at').where('user_id', '=', userId).executeTakeFirst()

/** Owner of a calendar address, if their account can log in. */
export const findCalendarOwner = (kysely: Kysely, keyHash: string) =>
  kysely
    .selectFrom('calendar_feed')
    .innerJoin('user', 'user.id', 'calendar_feed.user_id')
    .select(['user.id', 'user.roles'])
    .where('key_hash', '=', keyHash)
    .where('user.activated', '=', true)
    .executeTakeFirst()

/**
 * Lists enrollments of this student in all school years, or only the one with this id. The place of each is their own chair
 * there once rooms are published.
 */
export async function listCalendarEntries(
  kysely: Kysely,
  { userId, enrollmentId }: { userId: number; enrollmentId?: number },
) {
  const rows = await kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .leftJoin('chair', shownChairOfEnrollment)
    .leftJoin('room', 'room.id', 'chair.room_id')
    .select([
      'room.name as room',
      'chair.seat_number',
      'enrollment.id as enrollment_id',
      'enrollment.calendar_id',
      'enrollment.calendar_sequence',
      ...whenAndWhereColumns,
      'testmoment.version',
      'schoolyear.active as schoolyear_active',
      'module.id as module_id',
      'module.name',
      'module.description',
    ])
    .where('enrollment.user_id', '=', userId)
    .$if(enrollmentId !== undefined, (query) => query.where('enrollment.id', '=', enrollmentId ?? 0))
    .orderBy('testmoment.date')
    .orderBy('enrollment.id')
    .execute()
  return rows.map(({ enrollment_id, calendar_id, calendar_sequence, ...row }) => {
    const { module_id, name, description, room, seat_number, ...moment } = row
    const location = room === null ? moment.location : chairLocation({ room, seat_number }, moment.location)
    return {
      id: calendar_id ?? enrollment_id,
      sequence: calendar_sequence + moment.version,
      moment: { ...moment, location },
      module: { id: module_id, name, description },
    }
  })
}
