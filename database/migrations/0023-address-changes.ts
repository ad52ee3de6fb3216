import type { Kysely } from 'kysely'
import { columnsOf, no, ownedBy, required } from '#database/engine/columns.ts'

/** Verdicts of teachers about the source of students, and addresses that still get a letter that they are replaced. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, flag, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .alterTable('source_person')
    .addColumn(...flag('is_rejected'), no)
    .execute()

  await schema
    .createTable('address_change')
    .addColumn(...id())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('username', 'text', required)
    .addColumn(...instant('created_at'), required)
    .execute()
  await schema.createIndex('address_changes_of_user').on('address_change').column('user_id').execute()
}
