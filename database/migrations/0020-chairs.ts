import type { Kysely } from 'kysely'
import { columnsOf, no, ownedBy, required } from '#database/engine/columns.ts'
import { freeChairs } from '#database/engine/free-chairs.ts'

/** Who sits where: one chair for each student at a moment, however many modules they take there. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { flag, instant } = columnsOf(kysely)
  const { schema } = kysely
  await schema
    .createTable('chair')
    .addColumn('testmoment_id', 'integer', required)
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('room_id', 'integer', required)
    .addColumn('seat_number', 'integer')
    .addColumn(...flag('by_hand'), no)
    .addPrimaryKeyConstraint('chair_once', ['testmoment_id', 'user_id'])
    // A room that the moment no longer has takes its chairs along.
    .addForeignKeyConstraint(
      'chair_in_room',
      ['testmoment_id', 'room_id'],
      'testmoment_room',
      ['testmoment_id', 'room_id'],
      (key) => key.onDelete('cascade'),
    )
    .execute()
  await schema
    .createIndex('chairs_in_room')
    .unique()
    .on('chair')
    .columns(['testmoment_id', 'room_id', 'seat_number'])
    .execute()
  await schema.createIndex('chairs_of_user').on('chair').column('user_id').execute()
  await freeChairs(kysely)

  // Null until students were divided over the rooms; from then on who enrolls gets a chair.
  await schema
    .alterTable('testmoment')
    .addColumn(...instant('divided_at'))
    .execute()
  await schema
    .alterTable('testmoment')
    .addColumn(...flag('chairs_numbered'), no)
    .execute()
  // Null while only administrators see rooms.
  await schema
    .alterTable('testmoment')
    .addColumn(...instant('rooms_published_at'))
    .execute()
}
