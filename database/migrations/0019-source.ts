import type { Kysely } from 'kysely'
import { columnsOf, counter, no, required } from '#database/engine/columns.ts'

/** The school's own system as the source of its students, and a name in the log for what such a system does. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { flag, instant, sortKey } = columnsOf(kysely)
  const { schema } = kysely
  const text = (usual: string) => (column: Parameters<typeof required>[0]) => column.notNull().defaultTo(usual)

  await schema
    .createTable('source')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('session_code', 'text')
    .addColumn('number_code_type', 'text', text('student_number'))
    .addColumn('programme_codes', 'text', text('[]'))
    .addColumn('module_codes', 'text', text('[]'))
    .addColumn('run', 'integer', counter(0))
    .addColumn('phase', 'text', text('never'))
    .addColumn(...flag('by_hand'), no)
    .addColumn(...instant('started_at'))
    .addColumn(...instant('finished_at'))
    .addColumn('next_page', 'integer', counter(1))
    .addColumn('attempts', 'integer', counter(0))
    .addColumn(...instant('held_until'))
    .addColumn('missing', 'text', text('[]'))
    .addColumn('counts', 'text')
    .addColumn('fault', 'text')
    .execute()

  await schema
    .createTable('source_person')
    .addColumn(...sortKey('source_key'), (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'integer', (column) => column.references('user.id').onDelete('cascade').unique())
    .addColumn('student_number', 'text', required)
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('username', 'text', required)
    .addColumn('departments', 'text', required)
    .addColumn(...flag('is_active'), required)
    .addColumn('page', 'integer', required)
    .addColumn('run', 'integer', required)
    .execute()
  await schema.createIndex('source_people_by_number').on('source_person').column('student_number').execute()
  await schema.createIndex('source_people_by_page').on('source_person').column('page').execute()

  await schema
    .createTable('source_page')
    .addColumn('page', 'integer', (column) => column.primaryKey())
    .addColumn('etag', 'text', required)
    .execute()

  await schema.alterTable('audit').addColumn('connection', 'text').execute()
}
