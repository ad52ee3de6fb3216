import type { Kysely } from 'kysely'
import { columnsOf, ownedBy, required } from '#database/engine/columns.ts'

/** What became of writes that carried a key, for who lost the answer; see server/outcomes.rationale.md. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, instant } = columnsOf(kysely)
  await kysely.schema
    .createTable('write_outcome')
    .addColumn(...id())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('key', 'text', required)
    // null: nothing was received by this key, and nothing may be any more
    .addColumn('body_hash', 'text')
    .addColumn('status', 'integer')
    // What was made or changed, as JSON; null where that is only the caller's own.
    .addColumn('ids', 'text')
    .addColumn(...instant('created_at'), required)
    .addUniqueConstraint('one_outcome_per_key', ['user_id', 'key'])
    .execute()
}
