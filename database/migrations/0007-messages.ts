import { type Kysely, sql } from 'kysely'
import { columnsOf, counter, ownedBy, required } from '#database/engine/columns.ts'
import { rebuildTable } from '#database/engine/rebuild-table.ts'

/** What teachers write to many students: by letter, by push and in the app. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, flag, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('message')
    .addColumn(...id())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', required)
    // What it says and to whom: the second one alike has repeat 1, so that two who send it at once are not both the first.
    .addColumn('fingerprint', 'text', required)
    .addColumn('repeat', 'integer', counter(0))
    .addColumn('sender_id', 'integer', (column) => column.references('user.id').onDelete('set null'))
    .addColumn('audience', 'text', required)
    .addColumn('audience_label', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('recipients', 'integer', counter(0))
    .addColumn('pushes_taken', 'integer', counter(0))
    .addColumn(...instant('created_at'), required)
    .addUniqueConstraint('message_once', ['fingerprint', 'repeat'])
    .execute()
  await schema.createIndex('messages_of_sender').on('message').column('sender_id').execute()
  await schema.createIndex('messages_by_age').on('message').column('created_at').execute()

  await schema
    .createTable('message_recipient')
    .addColumn('message_id', 'integer', ownedBy('message'))
    .addColumn('user_id', 'integer', ownedBy('user'))
    // What became of the letter; null while it is still to be sent.
    .addColumn('letter', 'text')
    // How often it went again, since nobody knows whether the mail server had taken it.
    .addColumn('letter_repeats', 'integer', counter(0))
    .addColumn(...instant('read_at'))
    .addPrimaryKeyConstraint('message_recipient_once', ['user_id', 'message_id'])
    .execute()
  // All that is counted of a message, so that thousands of rows are not looked up.
  await schema
    .createIndex('recipients_by_letter')
    .on('message_recipient')
    .columns(['message_id', 'letter', 'letter_repeats'])
    .execute()

  // By kind: what is urgent is found at once behind thousands of letters that are not.
  await schema.dropIndex('outbox_to_do').execute()
  await schema
    .createIndex('outbox_to_do')
    .on('outbox')
    .columns(['kind', 'available_at', 'id'])
    .where(sql.ref('done_at'), 'is', null)
    .execute()

  for (const kind of ['message', 'change'] as const)
    await schema
      .alterTable('push_preference')
      .addColumn(...flag(kind), (column) => column.notNull().defaultTo(true))
      .execute()

  // A push is about a moment or about a message, which stays when its moment goes.
  await rebuildTable(kysely, 'push_job', {
    create: (table) =>
      table
        .addColumn(...id())
        .addColumn('outbox_id', 'integer', ownedBy('outbox'))
        .addColumn('push_subscription_id', 'integer', ownedBy('push_subscription'))
        .addColumn('testmoment_id', 'integer', (column) => column.references('testmoment.id').onDelete('cascade'))
        .addColumn('kind', 'text', required)
        .addColumn('origin', 'text', required)
        .addColumn(...instant('available_at'), required)
        .addColumn(...instant('claimed_until'))
        .addColumn('attempts', 'integer', counter(0))
        .addColumn(...instant('done_at'))
        .addColumn('outcome', 'text')
        .addColumn('last_error', 'text')
        .addColumn('message_id', 'integer', (column) => column.references('message.id').onDelete('cascade'))
        .addUniqueConstraint('push_job_once', ['outbox_id', 'push_subscription_id']),
    alter: async () => {
      await schema
        .alterTable('push_job')
        .alterColumn('testmoment_id', (column) => column.dropNotNull())
        .execute()
      await schema
        .alterTable('push_job')
        .addColumn('message_id', 'integer', (column) => column.references('message.id').onDelete('cascade'))
        .execute()
    },
  })
  // Of a message to many, who is added later has a task of their own: no device is pushed to twice.
  await schema
    .createIndex('push_message_once')
    .unique()
    .on('push_job')
    .columns(['message_id', 'push_subscription_id'])
    .where(sql.ref('message_id'), 'is not', null)
    .execute()
}
