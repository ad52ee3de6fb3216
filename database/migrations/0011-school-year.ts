import { type Kysely, sql } from 'kysely'
import { columnsOf, counter, no, ownedBy, required } from '#database/engine/columns.ts'

/** A teacher's year: imports that can be turned back, a log that answers, weeks without lessons, what is put away. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, flag, day, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('import')
    .addColumn(...id())
    .addColumn('kind', 'text', required)
    .addColumn('actor_id', 'integer', (column) => column.references('user.id').onDelete('set null'))
    .addColumn(...instant('at'), required)
    // What it went into, as that was called then.
    .addColumn('place', 'text')
    .addColumn('schoolyear_id', 'integer', (column) => column.references('schoolyear.id').onDelete('set null'))
    .addColumn('testmoment_id', 'integer', (column) => column.references('testmoment.id').onDelete('set null'))
    .addColumn('added', 'integer', counter(0))
    .addColumn('changed', 'integer', counter(0))
    .addColumn(...instant('undone_at'))
    .addColumn('undoer_id', 'integer', (column) => column.references('user.id').onDelete('set null'))
    .execute()
  for (const column of ['actor_id', 'undoer_id', 'schoolyear_id', 'testmoment_id'])
    await schema.createIndex(`imports_by_${column}`).on('import').column(column).execute()

  await schema
    .createTable('import_line')
    .addColumn(...id())
    .addColumn('import_id', 'integer', ownedBy('import'))
    .addColumn('line', 'integer', required)
    .addColumn('outcome', 'text', required)
    // Whose line it is, or of what; a line about somebody goes with them.
    .addColumn('user_id', 'integer', (column) => column.references('user.id').onDelete('cascade'))
    .addColumn('testmoment_id', 'integer', (column) => column.references('testmoment.id').onDelete('set null'))
    .addColumn('module_id', 'integer', (column) => column.references('module.id').onDelete('set null'))
    .addColumn('education_department_id', 'integer', (column) =>
      column.references('education_department.id').onDelete('set null'),
    )
    .addColumn('enrollment_id', 'integer', (column) => column.references('enrollment.id').onDelete('set null'))
    .addColumn('label', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text', required)
    .addColumn(...instant('undone_at'))
    .addColumn('stayed', 'text')
    .execute()
  await schema.createIndex('import_lines_in_order').on('import_line').columns(['import_id', 'line', 'id']).execute()
  for (const column of ['user_id', 'testmoment_id', 'module_id', 'education_department_id', 'enrollment_id'])
    await schema.createIndex(`import_lines_by_${column}`).on('import_line').column(column).execute()

  await schema
    .createTable('import_column')
    .addColumn(...id())
    .addColumn('kind', 'text', required)
    .addColumn('header', 'text', required)
    // null: nothing is read of it
    .addColumn('meaning', 'text')
    .addUniqueConstraint('one_meaning_per_header', ['kind', 'header'])
    .execute()

  // What was done: from what to what, in whose words then, and by which import.
  await schema.alterTable('audit').addColumn('changes', 'text').execute()
  await schema.alterTable('audit').addColumn('subject', 'text').execute()
  await schema.alterTable('audit').addColumn('about', 'text').execute()
  await schema
    .alterTable('audit')
    .addColumn('import_id', 'integer', (column) => column.references('import.id').onDelete('set null'))
    .execute()
  await schema.createIndex('audit_of_import').on('audit').columns(['import_id', 'id']).execute()
  await schema.dropIndex('audit_by_actor').execute()
  await schema.createIndex('audit_by_actor').on('audit').columns(['actor_id', 'id']).execute()
  await schema.createIndex('audit_by_action').on('audit').columns(['action', 'id']).execute()
  await schema.createIndex('audit_by_time').on('audit').columns(['at', 'id']).execute()
  // The log itself shows an import as one line: those behind it are passed over without being read.
  await schema.createIndex('audit_shown').on('audit').column('id').where(sql.ref('import_id'), 'is', null).execute()

  await schema
    .alterTable('module')
    .addColumn(...flag('archived'), no)
    .execute()
  // A module on which nothing hangs can be deleted, and there is no end of enrollments to find one in.
  await schema.createIndex('enrollments_of_module').on('enrollment').column('module_id').execute()
  await schema
    .alterTable('schoolyear')
    .addColumn(...flag('archived'), no)
    .execute()

  await schema
    .createTable('recess')
    .addColumn(...id())
    .addColumn('schoolyear_id', 'integer', ownedBy('schoolyear'))
    .addColumn('name', 'text', required)
    .addColumn(...day('first_day'), required)
    .addColumn(...day('last_day'), required)
    .execute()
  await schema.createIndex('recesses_of_schoolyear').on('recess').columns(['schoolyear_id', 'first_day']).execute()

  await schema
    .alterTable('user')
    .addColumn(...instant('last_login_at'))
    .execute()
  // What is known of it from before it was kept.
  await sql`update "user" set last_login_at =
    (select max(session.created_at) from session where session.user_id = "user".id)`.execute(kysely)

  // By which a provider ends one login without naming whose it is.
  await schema.createIndex('sessions_at_provider').on('session').column('provider_session').execute()
}
