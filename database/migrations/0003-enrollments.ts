import type { Kysely } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { ownedBy, refersTo, required } from '../engine/columns.ts'

/** What students chose, and what they have behind them. */
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
    .addUniqueConstraint('enrollment_once', ['user_id', 'testmoment_id', 'module_id'])
    .execute()
  await schema
    .createIndex('enrollments_at_testmoment')
    .on('enrollment')
    .columns(['testmoment_id', 'module_id'])
    .execute()
  await schema.createIndex('enrollments_in_module').on('enrollment').column('module_id').execute()

  await schema
    .createTable('completed_module')
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('module_id', 'integer', refersTo('module'))
    .addColumn(...instant('created_at'), required)
    .addPrimaryKeyConstraint('completed_module_once', ['user_id', 'module_id'])
    .execute()
  await schema.createIndex('completions_of_module').on('completed_module').column('module_id').execute()
}
