import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import { columnsOf, counter, ownedBy, required } from '#database/engine/columns.ts'

/** Other systems of the school that read from this one, and how often they did. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, day, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('connection')
    .addColumn(...id())
    .addColumn('name', 'text', required)
    .addColumn('client_id', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', required)
    .addColumn('secret_hash', 'text')
    .addColumn('public_key', 'text')
    .addColumn('maker_id', 'integer', whoDid)
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('last_used_at'))
    .addColumn(...instant('revoked_at'))
    .execute()
  await schema.createIndex('connections_of_maker').on('connection').column('maker_id').execute()

  await schema
    .createTable('connection_reading')
    .addColumn('connection_id', 'integer', ownedBy('connection'))
    .addColumn(...day('day'), required)
    .addColumn('kind', 'text', required)
    .addColumn('requests', 'integer', counter(0))
    .addPrimaryKeyConstraint('connection_reading_once', ['connection_id', 'day', 'kind'])
    .execute()
  await schema.createIndex('connection_readings_by_day').on('connection_reading').column('day').execute()
}

const whoDid = (column: ColumnDefinitionBuilder) => column.references('user.id').onDelete('set null')
