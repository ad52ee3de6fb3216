import type { Kysely } from 'kysely'
import { columnsOf, required } from '#database/engine/columns.ts'

/** What became of writes that carried a key, for who lost the answer; see server/outcomes.rationale.md. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, instant, sortKey } = columnsOf(kysely)
  await kysely.schema
    .createTable('write_outcome')
    .addColumn(...id())
    // No reference: it would cost every write more than all the rest, and what is here goes within a day.
    .addColumn('user_id', 'integer', required)
    .addColumn(...sortKey('key'), required)
    // null: nothing was received by this key, and nothing may be any more
    .addColumn('body_hash', 'text')
    .addColumn('status', 'integer')
    // What was made or changed, as JSON; null where that is only the caller's own.
    .addColumn('ids', 'text')
    .addColumn(...instant('created_at'), required)
    .addUniqueConstraint('one_outcome_per_key', ['key', 'user_id'])
    .execute()
}
