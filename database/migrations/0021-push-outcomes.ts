import type { Kysely } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { ownedBy, required } from '../engine/columns.ts'

/** How the last push to a device failed, and which subscriptions a push service gave up. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema.alterTable('push_subscription').addColumn('last_failure', 'text').execute()
  await schema
    .alterTable('push_subscription')
    .addColumn(...instant('last_failure_at'))
    .execute()

  await schema
    .createTable('gone_push_endpoint')
    .addColumn('endpoint_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn(...instant('gone_at'), required)
    .execute()
  await schema.createIndex('gone_push_endpoints_of_user').on('gone_push_endpoint').column('user_id').execute()
}
