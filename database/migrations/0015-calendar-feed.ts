import type { Kysely } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { ownedBy, required } from '../engine/columns.ts'

/** The address under which a person's own calendar program finds their enrollments: one each, or none. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { instant } = columnsOf(kysely)
  await kysely.schema
    .createTable('calendar_feed')
    .addColumn('user_id', 'integer', (column) => ownedBy('user')(column).primaryKey())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn(...instant('created_at'), required)
    .execute()
}
