import type { Kysely } from 'kysely'
import { columnsOf, counter, ownedBy, refersTo, required } from '#database/engine/columns.ts'

/** What students chose, what they have behind them, and where their own calendars read it. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('enrollment')
    .addColumn(...id())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('testmoment_id', 'integer', refersTo('testmoment'))
    .addColumn('module_id', 'integer', refersTo('module'))
    .addColumn(...instant('created_at'), required)
    .addColumn('calendar_id', 'integer')
    .addColumn('calendar_sequence', 'integer', counter(0))
    .addUniqueConstraint('enrollment_once', ['user_id', 'testmoment_id', 'module_id'])
    .execute()
  // How many are enrolled at a moment, and by week, is found in an index alone: a fifth of the time that it took. By time,
  // since enrollments then come in at the end. Of a module alone nobody asks; modules are put out of use, never deleted.
  await schema
    .createIndex('enrollments_at_testmoment')
    .on('enrollment')
    .columns(['testmoment_id', 'created_at', 'user_id', 'module_id'])
    .execute()

  await schema
    .createTable('completed_module')
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('module_id', 'integer', refersTo('module'))
    .addColumn(...instant('created_at'), required)
    .addPrimaryKeyConstraint('completed_module_once', ['user_id', 'module_id'])
    .execute()
  await schema.createIndex('completions_of_module').on('completed_module').column('module_id').execute()

  await schema
    .createTable('calendar_feed')
    .addColumn('user_id', 'integer', (column) => ownedBy('user')(column).primaryKey())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn(...instant('created_at'), required)
    .execute()
}
