import { type Kysely, sql } from 'kysely'

/** How far a new student got, so that a reload or another device goes on where they were. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await kysely.schema
    .alterTable('user')
    .addColumn('onboarding_step', 'integer', (column) =>
      column.notNull().defaultTo(1).check(sql`onboarding_step between 1 and 4`),
    )
    .execute()
}
