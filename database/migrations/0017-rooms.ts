import type { Kysely } from 'kysely'
import { columnsOf, counter, no, required } from '#database/engine/columns.ts'

/** The rooms of the school. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, flag, instant } = columnsOf(kysely)
  await kysely.schema
    .createTable('room')
    .addColumn(...id())
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .addColumn('seats', 'integer', required)
    .addColumn('position', 'integer', required)
    .addColumn('remark', 'text', required)
    .addColumn(...flag('extra_time'), no)
    .addColumn(...flag('archived'), no)
    .addColumn('version', 'integer', counter(1))
    .addColumn(...instant('created_at'), required)
    .execute()
}
