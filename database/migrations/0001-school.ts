import { type Kysely, sql } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { counter, no, oneOf, ownedBy, refersTo, required } from '../engine/columns.ts'

/** What a school offers: modules, departments that choose among them, and the test moments of its school years. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, flag, day, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('module')
    .addColumn(...id())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text', required)
    .addColumn(...flag('active'), (column) => column.notNull().defaultTo(true))
    .addColumn('version', 'integer', counter(1))
    .addColumn(...instant('created_at'), required)
    .addCheckConstraint('module_has_a_name', sql`name <> ''`)
    .execute()

  await schema
    .createTable('education_department')
    .addColumn(...id())
    .addColumn('name', 'text', required)
    .addColumn(...flag('auto_enroll'), no)
    .addColumn(...flag('archived'), no)
    .addColumn('version', 'integer', counter(1))
    .addColumn(...instant('created_at'), required)
    .execute()

  await schema
    .createTable('education_department_module')
    .addColumn('education_department_id', 'integer', ownedBy('education_department'))
    .addColumn('module_id', 'integer', refersTo('module'))
    .addPrimaryKeyConstraint('education_department_module_once', ['education_department_id', 'module_id'])
    .execute()
  await schema.createIndex('departments_of_module').on('education_department_module').column('module_id').execute()

  await schema
    .createTable('schoolyear')
    .addColumn(...id())
    .addColumn('name', 'text', required)
    .addColumn(...flag('active'), no)
    .addColumn('version', 'integer', counter(1))
    .addColumn(...instant('created_at'), required)
    .execute()
  await schema
    .createIndex('one_active_schoolyear')
    .unique()
    .on('schoolyear')
    .column('active')
    .where(sql.ref('active'), '=', sql.lit(true))
    .execute()

  await schema
    .createTable('testmoment')
    .addColumn(...id())
    .addColumn('schoolyear_id', 'integer', refersTo('schoolyear'))
    .addColumn(...day('date'), required)
    .addColumn('duration', 'text', (column) => column.notNull().defaultTo('day'))
    .addColumn(...flag('enrollments_enabled'), no)
    .addColumn(...instant('enrollments_open_at'))
    .addColumn(...instant('enrollments_close_at'))
    .addColumn('max_enrollments', 'integer', counter(0))
    .addColumn('version', 'integer', counter(1))
    .addColumn(...instant('created_at'), required)
    .addCheckConstraint('testmoment_duration', oneOf('duration', ['day', 'week']))
    .addCheckConstraint('testmoment_limit', sql`max_enrollments >= 0`)
    .addCheckConstraint('testmoment_closes_after_it_opens', sql`enrollments_close_at > enrollments_open_at`)
    .execute()
  await schema.createIndex('testmoments_of_schoolyear').on('testmoment').columns(['schoolyear_id', 'date']).execute()

  await schema
    .createTable('testmoment_module')
    .addColumn('testmoment_id', 'integer', ownedBy('testmoment'))
    .addColumn('module_id', 'integer', refersTo('module'))
    .addColumn(...flag('auto_enroll'), no)
    .addPrimaryKeyConstraint('testmoment_module_once', ['testmoment_id', 'module_id'])
    .execute()
  await schema.createIndex('testmoments_of_module').on('testmoment_module').column('module_id').execute()
}
