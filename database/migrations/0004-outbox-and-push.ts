import { type Kysely, sql } from 'kysely'
import { columnsOf, counter, ownedBy, required } from '#database/engine/columns.ts'
import { followRevocation } from '#database/engine/triggers.ts'

/** What is still to be sent, by mail or by push, and to which devices. */
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

  // A subscription belongs to a login: who logs out there, or is logged out from another device, gets nothing there any more.
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
    .addColumn('last_failure', 'text')
    .addColumn(...instant('last_failure_at'))
    .addColumn('session_id', 'integer', (column) => column.references('session.id').onDelete('set null'))
    .addColumn('vapid_key', 'text')
    .execute()
  await schema.createIndex('push_subscriptions_of_user').on('push_subscription').column('user_id').execute()
  await schema.createIndex('push_subscriptions_of_session').on('push_subscription').column('session_id').execute()
  await followRevocation(kysely, 'push_subscription')

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

  await schema
    .createTable('removed_push_device')
    .addColumn('endpoint_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn(...instant('removed_at'), required)
    .execute()
  await schema.createIndex('removed_push_devices_of_user').on('removed_push_device').column('user_id').execute()

  await schema
    .createTable('gone_push_endpoint')
    .addColumn('endpoint_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn(...instant('gone_at'), required)
    .execute()
  await schema.createIndex('gone_push_endpoints_of_user').on('gone_push_endpoint').column('user_id').execute()

  await schema
    .createTable('push_job')
    .addColumn(...id())
    .addColumn('outbox_id', 'integer', ownedBy('outbox'))
    .addColumn('push_subscription_id', 'integer', ownedBy('push_subscription'))
    .addColumn('testmoment_id', 'integer', ownedBy('testmoment'))
    .addColumn('kind', 'text', required)
    .addColumn('origin', 'text', required)
    .addColumn(...instant('available_at'), required)
    .addColumn(...instant('claimed_until'))
    .addColumn('attempts', 'integer', counter(0))
    .addColumn(...instant('done_at'))
    .addColumn('outcome', 'text')
    .addColumn('last_error', 'text')
    .addUniqueConstraint('push_job_once', ['outbox_id', 'push_subscription_id'])
    .execute()
  await schema.createIndex('push_jobs_of_subscription').on('push_job').column('push_subscription_id').execute()
  await schema.createIndex('push_jobs_at_testmoment').on('push_job').column('testmoment_id').execute()

  // What is to be done now is looked for all the time; what was done long ago every hour, and letters of an import every
  // time that somebody looks at it.
  for (const [table, toDo] of [
    ['outbox', 'outbox_to_do'],
    ['push_job', 'push_jobs_to_do'],
  ] as const) {
    await schema.createIndex(toDo).on(table).column('available_at').where(sql.ref('done_at'), 'is', null).execute()
    await schema
      .createIndex(`${table}_done`)
      .on(table)
      .column('done_at')
      .where(sql.ref('done_at'), 'is not', null)
      .execute()
  }

  await schema
    .createTable('push_reminder')
    .addColumn('testmoment_id', 'integer', ownedBy('testmoment'))
    .addColumn(...instant('closes_at'), required)
    .addPrimaryKeyConstraint('push_reminder_once', ['testmoment_id', 'closes_at'])
    .execute()
}

/** 'HH:MM': neither engine has the other's patterns, so the parts are compared as text. */
const isTime = (column: string) => {
  const time = sql.ref(column)
  return sql<boolean>`length(${time}) = 5 and substr(${time}, 3, 1) = ':'
    and substr(${time}, 1, 2) between '00' and '23' and substr(${time}, 4, 2) between '00' and '59'`
}
