import { type Kysely, sql } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { counter, oneOf, ownedBy, required } from '../engine/columns.ts'

/** What is to be sent to which device, and which reminders were planned. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, instant } = columnsOf(kysely)
  const { schema } = kysely

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
    .addCheckConstraint('push_job_kind_is_known', oneOf('kind', ['opening', 'reminder']))
    .execute()
  await schema
    .createIndex('push_jobs_to_do')
    .on('push_job')
    .column('available_at')
    .where(sql.ref('done_at'), 'is', null)
    .execute()
  await schema.createIndex('push_jobs_of_subscription').on('push_job').column('push_subscription_id').execute()
  await schema.createIndex('push_jobs_at_testmoment').on('push_job').column('testmoment_id').execute()

  await schema
    .createTable('push_reminder')
    .addColumn('testmoment_id', 'integer', ownedBy('testmoment'))
    .addColumn(...instant('closes_at'), required)
    .addPrimaryKeyConstraint('push_reminder_once', ['testmoment_id', 'closes_at'])
    .execute()
}
