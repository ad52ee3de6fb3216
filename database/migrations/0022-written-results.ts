import type { Kysely } from 'kysely'
import { columnsOf, no, ownedBy, required } from '#database/engine/columns.ts'

/** What systems of the school send: results, attendance, and signed assertions, of which each counts once. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { flag, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .alterTable('connection')
    .addColumn(...flag('publishes'), no)
    .execute()
  for (const [table, index] of [
    ['result', 'results_of_connection'],
    ['result_publication', 'result_publications_of_connection'],
    ['presence_tick', 'ticks_of_connection'],
  ] as const) {
    await schema
      .alterTable(table)
      .addColumn('connection_id', 'integer', (column) => column.references('connection.id').onDelete('set null'))
      .execute()
    await schema.createIndex(index).on(table).column('connection_id').execute()
  }

  await schema
    .createTable('connection_assertion')
    .addColumn('connection_id', 'integer', ownedBy('connection'))
    .addColumn('hash', 'text', required)
    .addColumn(...instant('until'), required)
    .addPrimaryKeyConstraint('connection_assertion_once', ['connection_id', 'hash'])
    .execute()
  await schema.createIndex('connection_assertions_by_end').on('connection_assertion').column('until').execute()
}
