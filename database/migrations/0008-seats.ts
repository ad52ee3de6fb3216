import type { Kysely } from 'kysely'
import { columnsOf, counter, no, ownedBy, refersTo, required } from '#database/engine/columns.ts'
import { countSeatsTaken } from '#database/engine/triggers.ts'

/** How many students fit at a moment, who waits for a seat there, and what became of those who waited. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, flag, day, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema.alterTable('testmoment').addColumn('seats', 'integer', counter(0)).execute()
  // Counted anew by each batch, thousands of enrollments at a moment took as long as all else that a batch does.
  await schema
    .createTable('seat_count')
    .addColumn('testmoment_id', 'integer', (column) => ownedBy('testmoment')(column).primaryKey())
    .addColumn('at_most', 'integer', required)
    .execute()
  await countSeatsTaken(kysely)

  await schema
    .createTable('waiting_entry')
    .addColumn(...id())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('testmoment_id', 'integer', refersTo('testmoment'))
    .addColumn('module_id', 'integer', refersTo('module'))
    .addColumn(...flag('moves'), no)
    .addColumn(...instant('created_at'), required)
    .addUniqueConstraint('waiting_once', ['user_id', 'testmoment_id', 'module_id'])
    .execute()
  // The line of a moment, in order, with whose each place is.
  await schema.createIndex('waiting_line').on('waiting_entry').columns(['testmoment_id', 'id', 'user_id']).execute()

  await schema
    .createTable('waiting_outcome')
    .addColumn(...id())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('module_id', 'integer', refersTo('module'))
    .addColumn('testmoment_id', 'integer', (column) => column.references('testmoment.id').onDelete('set null'))
    .addColumn('outcome', 'text', required)
    // As the moment was called: it may be gone by the time that this is read.
    .addColumn(...day('date'), required)
    .addColumn('duration', 'text', required)
    .addColumn('location', 'text')
    .addColumn('starts_at', 'text')
    .addColumn('ends_at', 'text')
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('seen_at'))
    .execute()
  await schema
    .createIndex('waiting_outcomes_of_user')
    .on('waiting_outcome')
    .columns(['user_id', 'created_at'])
    .execute()
  await schema.createIndex('waiting_outcomes_of_testmoment').on('waiting_outcome').column('testmoment_id').execute()
  await schema.createIndex('waiting_outcomes_by_age').on('waiting_outcome').column('created_at').execute()

  await schema
    .alterTable('push_preference')
    .addColumn(...flag('seat'), (column) => column.notNull().defaultTo(true))
    .execute()
}
