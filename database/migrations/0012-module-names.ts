import { type Kysely, sql } from 'kysely'

/** Two modules whose names differ in capitals only would be taken for one another. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await kysely.schema
    .createIndex('module_name_whatever_its_case')
    .unique()
    .on('module')
    .expression(sql`lower(name)`)
    .execute()
}
