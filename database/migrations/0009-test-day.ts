import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import { columnsOf, counter, no, ownedBy, required } from '#database/engine/columns.ts'

/** Who was at a test, what came of it, and the devices of invigilators who tick without an account. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, flag, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .alterTable('user')
    .addColumn(...flag('extra_time'), no)
    .execute()
  await schema
    .alterTable('enrollment')
    .addColumn(...flag('has_record'), no)
    .execute()
  await schema
    .alterTable('completed_module')
    .addColumn(...flag('by_result'), no)
    .execute()
  await schema
    .alterTable('push_preference')
    .addColumn(...flag('result'), (column) => column.notNull().defaultTo(true))
    .execute()

  await schema
    .createTable('invigilator_link')
    .addColumn(...id())
    .addColumn('testmoment_id', 'integer', ownedBy('testmoment'))
    .addColumn('nonce', 'text', required)
    .addColumn('wrong_codes', 'integer', counter(0))
    .addColumn('maker_id', 'integer', whoDid)
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('ended_at'))
    .execute()
  await schema.createIndex('invigilator_links').on('invigilator_link').column('testmoment_id').execute()
  await schema.createIndex('invigilator_links_of_maker').on('invigilator_link').column('maker_id').execute()

  await schema
    .createTable('invigilator_device')
    .addColumn(...id())
    .addColumn('link_id', 'integer', ownedBy('invigilator_link'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('wrong_codes', 'integer', counter(0))
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('admitted_at'))
    .addColumn(...instant('last_seen_at'))
    .addColumn(...instant('revoked_at'))
    .execute()
  await schema.createIndex('invigilator_devices').on('invigilator_device').column('link_id').execute()

  // Without an action on deletion: an enrollment can't go from under its record, but an account goes with both.
  await schema
    .createTable('presence')
    .addColumn('enrollment_id', 'integer', recordOf)
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('status', 'text', required)
    .addColumn(...instant('at'), required)
    .execute()
  await schema.createIndex('presence_of_user').on('presence').column('user_id').execute()

  await schema
    .createTable('presence_tick')
    .addColumn(...id())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('enrollment_id', 'integer', ownedBy('enrollment'))
    .addColumn('user_id', 'integer', ownedBy('user'))
    // null takes back what was ticked
    .addColumn('status', 'text')
    .addColumn(...instant('at'), required)
    .addColumn(...instant('received_at'), required)
    .addColumn('actor_id', 'integer', whoDid)
    .addColumn('device_id', 'integer', (column) => column.references('invigilator_device.id').onDelete('set null'))
    .execute()
  await schema.createIndex('ticks_of_enrollment').on('presence_tick').columns(['enrollment_id', 'at']).execute()
  await schema.createIndex('ticks_of_user').on('presence_tick').column('user_id').execute()
  await schema.createIndex('ticks_of_actor').on('presence_tick').column('actor_id').execute()
  await schema.createIndex('ticks_of_device').on('presence_tick').column('device_id').execute()

  await schema
    .createTable('walk_in')
    .addColumn(...id())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('testmoment_id', 'integer', ownedBy('testmoment'))
    .addColumn('name', 'text', required)
    .addColumn(...instant('at'), required)
    .addColumn('actor_id', 'integer', whoDid)
    .addColumn('device_id', 'integer', (column) => column.references('invigilator_device.id').onDelete('set null'))
    .addColumn(...instant('settled_at'))
    .execute()
  await schema.createIndex('walk_ins').on('walk_in').column('testmoment_id').execute()
  await schema.createIndex('walk_ins_of_actor').on('walk_in').column('actor_id').execute()
  await schema.createIndex('walk_ins_of_device').on('walk_in').column('device_id').execute()

  await schema
    .createTable('result')
    .addColumn('enrollment_id', 'integer', recordOf)
    .addColumn('user_id', 'integer', ownedBy('user'))
    // As it was typed last; null where it was cleared. A grade is in tenths.
    .addColumn('outcome', 'text')
    .addColumn('grade', 'integer')
    .addColumn('version', 'integer', counter(1))
    .addColumn('editor_id', 'integer', whoDid)
    .addColumn(...instant('edited_at'), required)
    // As the student was told it last.
    .addColumn('published_outcome', 'text')
    .addColumn('published_grade', 'integer')
    .addColumn(...instant('published_at'))
    .execute()
  await schema.createIndex('results_of_user').on('result').column('user_id').execute()
  await schema.createIndex('results_of_editor').on('result').column('editor_id').execute()

  await schema
    .createTable('result_publication')
    .addColumn(...id())
    .addColumn('enrollment_id', 'integer', (column) => column.notNull().references('enrollment.id'))
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('outcome', 'text')
    .addColumn('grade', 'integer')
    .addColumn(...flag('is_correction'), no)
    // JSON text: the moments at which the student's enrollment in the module, or wait for it, ended by this
    .addColumn('ended_testmoment_ids', 'text', required)
    .addColumn('publisher_id', 'integer', whoDid)
    .addColumn(...instant('at'), required)
    .execute()
  await schema.createIndex('publications_of_enrollment').on('result_publication').column('enrollment_id').execute()
  await schema.createIndex('publications_of_user').on('result_publication').column('user_id').execute()
  await schema.createIndex('publications_of_publisher').on('result_publication').column('publisher_id').execute()

  await schema
    .alterTable('push_job')
    .addColumn('publication_id', 'integer', (column) => column.references('result_publication.id').onDelete('cascade'))
    .execute()
  await schema.createIndex('push_jobs_of_publication').on('push_job').column('publication_id').execute()
}

const whoDid = (column: ColumnDefinitionBuilder) => column.references('user.id').onDelete('set null')

const recordOf = (column: ColumnDefinitionBuilder) => column.primaryKey().references('enrollment.id')
