import { type Kysely, sql } from 'kysely'
import { columnsOf, ownedBy, required } from '#database/engine/columns.ts'

/** What a teacher agreed to of the source, what a run counted of each person, and what connections were refused. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, instant, sortKey } = columnsOf(kysely)
  const { schema } = kysely

  for (const column of ['chosen_url', 'run_basis', 'followed_origin', 'holder'])
    await schema.alterTable('source').addColumn(column, 'text').execute()
  await schema
    .alterTable('source')
    .addColumn(...instant('succeeded_at'))
    .execute()
  // Who follows a source already goes on: an empty text stands for the one in the settings.
  await sql`
    update source set followed_origin = '', succeeded_at = coalesce(finished_at, started_at)
    where phase in ('applying', 'done') or exists (select 1 from source_person where user_id is not null)
  `.execute(kysely)

  await schema
    .alterTable('source_person')
    .addColumn(...sortKey('name_key'), (column) => column.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('source_person').addColumn('counted_as', 'text').execute()
  await schema.alterTable('source_person').addColumn('remarked_as', 'text').execute()
  // The next change of a name writes it as those of users.
  await sql`update source_person set name_key = lower(last_name || ' ' || first_name)`.execute(kysely)

  await schema.alterTable('connection').addColumn('former_hash', 'text').execute()
  await schema
    .alterTable('connection')
    .addColumn(...instant('former_until'))
    .execute()
  await schema
    .createTable('connection_refusal')
    .addColumn(...id())
    .addColumn('connection_id', 'integer', ownedBy('connection'))
    .addColumn(...instant('at'), required)
    .addColumn('asked', 'text', required)
    .addColumn('kind', 'text', required)
    .execute()
  await schema
    .createIndex('connection_refusals_by_connection')
    .on('connection_refusal')
    .columns(['connection_id', 'id'])
    .execute()
}
