import type { Kysely } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { required } from '../engine/columns.ts'

/** Links by which people choose a new password, and a way from an activation link to its account. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('password_reset')
    .addColumn(...id())
    .addColumn('nonce', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'integer', (column) => column.references('user.id').onDelete('cascade'))
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('expires_at'), required)
    .addColumn(...instant('used_at'))
    .execute()
  await schema.createIndex('password_resets_of_user').on('password_reset').column('user_id').execute()
  await schema.createIndex('password_resets_by_age').on('password_reset').column('expires_at').execute()

  await schema.createIndex('user_of_activation_link').unique().on('user').column('activation_nonce').execute()
}
