import type { Kysely } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { followRevocation } from '#database/engine/triggers.ts'
import { ownedBy, required } from '../engine/columns.ts'

/** A subscription belongs to a login: who logs out there, or is logged out from elsewhere, is told nothing there any more. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .alterTable('push_subscription')
    .addColumn('session_id', 'integer', (column) => column.references('session.id').onDelete('set null'))
    .execute()
  await schema.alterTable('push_subscription').addColumn('vapid_key', 'text').execute()
  await schema.createIndex('push_subscriptions_of_session').on('push_subscription').column('session_id').execute()
  await followRevocation(kysely, 'push_subscription')

  await schema
    .createTable('removed_push_device')
    .addColumn('endpoint_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn(...instant('removed_at'), required)
    .execute()
  await schema.createIndex('removed_push_devices_of_user').on('removed_push_device').column('user_id').execute()
}
