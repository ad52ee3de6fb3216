import { type Kysely, sql } from 'kysely'
import { columnsOf, no } from '#database/engine/columns.ts'

/** Messages of one act, and what each recipient reads of their own. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { flag } = columnsOf(kysely)
  const { schema } = kysely
  // The first message of the act; null for that one itself.
  await schema
    .alterTable('message')
    .addColumn('act_id', 'integer', (column) => column.references('message.id').onDelete('cascade'))
    .execute()
  // What the act is called; null where the message's own subject says it.
  await schema.alterTable('message').addColumn('act_label', 'text').execute()
  await schema
    .alterTable('message')
    .addColumn(...flag('automatic'), no)
    .execute()
  await schema
    .createIndex('messages_by_act')
    .on('message')
    .column('act_id')
    .where(sql.ref('act_id'), 'is not', null)
    .execute()
  // Null where the message's own text is read.
  await schema.alterTable('message_recipient').addColumn('text', 'text').execute()
}
