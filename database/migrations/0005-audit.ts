import type { Kysely } from 'kysely'
import { columnsOf, no, required } from '#database/engine/columns.ts'

/** What administrators and schedules did. It outlives the account of whoever did it. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, flag, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('audit')
    .addColumn(...id())
    .addColumn(...instant('at'), required)
    .addColumn('actor_id', 'integer', (column) => column.references('user.id').onDelete('set null'))
    // Who is gone and what a schedule did both have no actor: this tells them apart.
    .addColumn(...flag('by_schedule'), no)
    .addColumn('action', 'text', required)
    .addColumn('resource', 'text', required)
    .addColumn('resource_id', 'integer', required)
    .addColumn('fields', 'text', required)
    .execute()
  await schema.createIndex('audit_by_actor').on('audit').column('actor_id').execute()
  await schema.createIndex('audit_of_resource').on('audit').columns(['resource', 'resource_id']).execute()
  await schema.createIndex('audit_by_resource').on('audit').columns(['resource', 'id']).execute()
}
