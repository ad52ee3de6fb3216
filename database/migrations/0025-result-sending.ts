import type { Kysely } from 'kysely'
import { columnsOf, counter, ownedBy, required } from '#database/engine/columns.ts'

/** Published results on their way to the school's own system, one row for each that was ever queued. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('result_sending')
    .addColumn('enrollment_id', 'integer', (column) =>
      column.primaryKey().notNull().references('enrollment.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('state', 'text', required)
    .addColumn('reason', 'text')
    .addColumn('version', 'integer', counter(1))
    .addColumn('attempts', 'integer', counter(0))
    .addColumn(...instant('queued_at'), required)
    .addColumn(...instant('available_at'), required)
    .addColumn(...instant('offered_at'))
    .addColumn(...instant('sent_at'))
    .execute()
  await schema.createIndex('result_sendings_of_user').on('result_sending').column('user_id').execute()
  await schema.createIndex('result_sendings_by_sent').on('result_sending').column('sent_at').execute()
  await schema.createIndex('result_sendings_by_state').on('result_sending').columns(['state', 'queued_at']).execute()

  await schema
    .alterTable('source')
    .addColumn(...instant('sending_until'))
    .execute()
  await schema.alterTable('source').addColumn('sending_failures', 'integer', counter(0)).execute()
  await schema.alterTable('source').addColumn('sending_fault', 'text').execute()
}
