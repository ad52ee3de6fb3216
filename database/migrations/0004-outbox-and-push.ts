import { type Kysely, sql } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { counter, ownedBy, required } from '../engine/columns.ts'

/** What is still to be told, and to which devices. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, flag, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('outbox')
    .addColumn(...id())
    .addColumn('kind', 'text', required)
    .addColumn('payload', 'text', required)
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('available_at'), required)
    .addColumn(...instant('claimed_until'))
    .addColumn('attempts', 'integer', counter(0))
    .addColumn('last_error', 'text')
    .addColumn(...instant('done_at'))
    .execute()
  await schema
    .createIndex('outbox_to_do')
    .on('outbox')
    .column('available_at')
    .where(sql.ref('done_at'), 'is', null)
    .execute()

  await schema
    .createTable('push_subscription')
    .addColumn(...id())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('endpoint', 'text', (column) => column.notNull().unique())
    .addColumn('p256dh', 'text', required)
    .addColumn('auth', 'text', required)
    .addColumn('secret_hash', 'text', required)
    .addColumn('device_name', 'text', required)
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('last_success_at'))
    .execute()
  await schema.createIndex('push_subscriptions_of_user').on('push_subscription').column('user_id').execute()

  await schema
    .createTable('push_preference')
    .addColumn('user_id', 'integer', (column) => ownedBy('user')(column).primaryKey())
    .addColumn(...flag('opening'), (column) => column.notNull().defaultTo(true))
    .addColumn(...flag('reminder'), (column) => column.notNull().defaultTo(true))
    .addColumn('quiet_from', 'text')
    .addColumn('quiet_until', 'text')
    .addCheckConstraint('quiet_hours_have_both_ends', sql`(quiet_from is null) = (quiet_until is null)`)
    .addCheckConstraint('quiet_from_is_a_time', isTime('quiet_from'))
    .addCheckConstraint('quiet_until_is_a_time', isTime('quiet_until'))
    .execute()
}

/** 'HH:MM': neither engine has the other's patterns, so the parts are compared as text. */
const isTime = (column: string) => {
  const time = sql.ref(column)
  return sql<boolean>`length(${time}) = 5 and substr(${time}, 3, 1) = ':'
    and substr(${time}, 1, 2) between '00' and '23' and substr(${time}, 4, 2) between '00' and '59'`
}
