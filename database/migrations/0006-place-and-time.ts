import { type Kysely, sql } from 'kysely'
import { columnsOf, no } from '#database/engine/columns.ts'

/** Where and at what time a moment is, by what number a school knows a student, and by whom somebody was enrolled. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { flag } = columnsOf(kysely)
  const { schema } = kysely

  await schema.alterTable('testmoment').addColumn('location', 'text').execute()
  await schema.alterTable('testmoment').addColumn('starts_at', 'text').execute()
  await schema.alterTable('testmoment').addColumn('ends_at', 'text').execute()

  await schema.alterTable('user').addColumn('student_number', 'text').execute()
  await schema.createIndex('user_of_student_number').unique().on('user').column('student_number').execute()
  await schema
    .alterTable('user')
    .addColumn(...flag('confirmation_letters'), no)
    .execute()

  await schema.alterTable('enrollment').addColumn('maker', 'text').execute()
  await schema
    .alterTable('enrollment')
    .addColumn('maker_id', 'integer', (column) => column.references('user.id').onDelete('set null'))
    .execute()
  // Few were made by somebody else, and of no other row it is asked when an account goes.
  await schema
    .createIndex('enrollments_of_maker')
    .on('enrollment')
    .column('maker_id')
    .where(sql.ref('maker_id'), 'is not', null)
    .execute()
}
