import type { Kysely } from 'kysely'
import { counter, ownedBy, refersTo, required } from '#database/engine/columns.ts'

/** Rooms of a moment, with seats of their own there. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('testmoment_room')
    .addColumn('testmoment_id', 'integer', ownedBy('testmoment'))
    .addColumn('room_id', 'integer', refersTo('room'))
    .addColumn('position', 'integer', required)
    .addColumn('seats', 'integer', required)
    .addPrimaryKeyConstraint('testmoment_room_pk', ['testmoment_id', 'room_id'])
    .execute()
  await schema.createIndex('testmoments_by_room').on('testmoment_room').column('room_id').execute()
  // Counts edits of the rooms. The moment's own version stands in calendars of students, who do not see rooms.
  await schema.alterTable('testmoment').addColumn('rooms_version', 'integer', counter(1)).execute()
}
