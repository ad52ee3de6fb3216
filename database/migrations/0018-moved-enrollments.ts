import type { Kysely } from 'kysely'

/**
 * What a calendar knows a moved enrollment by: the id of the first of its rows, null for one that was never moved, and
 * from where its SEQUENCE goes on.
 */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { schema } = kysely
  await schema.alterTable('enrollment').addColumn('calendar_id', 'integer').execute()
  await schema
    .alterTable('enrollment')
    .addColumn('calendar_sequence', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
