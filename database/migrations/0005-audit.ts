import type { Kysely } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { required } from '../engine/columns.ts'

/** What administrators did. It outlives the account of whoever did it. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('audit')
    .addColumn(...id())
    .addColumn(...instant('at'), required)
    .addColumn('actor_id', 'integer', (column) => column.references('user.id').onDelete('set null'))
    .addColumn('action', 'text', required)
    .addColumn('resource', 'text', required)
    .addColumn('resource_id', 'integer', required)
    .addColumn('fields', 'text', required)
    .execute()
  await schema.createIndex('audit_by_actor').on('audit').column('actor_id').execute()
  await schema.createIndex('audit_of_resource').on('audit').columns(['resource', 'resource_id']).execute()
}
