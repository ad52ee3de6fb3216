import { type Kysely, sql } from 'kysely'

/** Schools divide the students of a department into class groups, which they name as they like. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await kysely.schema.alterTable('user').addColumn('class_group', 'text').execute()
  // Lists are filtered by it, and the groups that exist are read from it alone. Teachers have none, nor has any school without.
  await sql`create index users_of_class_group on "user" (class_group) where class_group is not null`.execute(kysely)
}
