import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { columnsOf, counter, no, ownedBy, refersTo, required } from '#database/engine/columns.ts'
import { preferIndexes } from '#database/engine/prefer-indexes.ts'
import { reviseOnChange } from '#database/engine/triggers.ts'

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
  // Two modules whose names differ in capitals only would be taken for one another.
  await schema.createIndex('module_name_whatever_its_case').unique().on('module').expression(sql`lower(name)`).execute()

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
    .addCheckConstraint('testmoment_limit', sql`max_enrollments >= 0`)
    .addCheckConstraint('testmoment_closes_after_it_opens', sql`enrollments_close_at > enrollments_open_at`)
    .execute()
  await schema.createIndex('testmoments_of_schoolyear').on('testmoment').columns(['schoolyear_id', 'date']).execute()
  // Few moments have something planned, and the schedule asks twice a second which of them is due.
  for (const time of ['enrollments_open_at', 'enrollments_close_at'])
    await schema
      .createIndex(`testmoment_by_${time}`)
      .on('testmoment')
      .column(time)
      .where(sql.ref(time), 'is not', null)
      .execute()

  await schema
    .createTable('testmoment_module')
    .addColumn('testmoment_id', 'integer', ownedBy('testmoment'))
    .addColumn('module_id', 'integer', refersTo('module'))
    .addColumn(...flag('auto_enroll'), no)
    .addPrimaryKeyConstraint('testmoment_module_once', ['testmoment_id', 'module_id'])
    .execute()
  await schema.createIndex('testmoments_of_module').on('testmoment_module').column('module_id').execute()

  // All of this is the same for all students: a revision tells readers whether it is still what they know.
  await schema
    .createTable('school_state')
    .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('revision', 'text', required)
    .execute()
  await sql`insert into school_state (id, revision) values (1, ${randomUUID()})`.execute(kysely)
  await reviseOnChange(kysely, 'school_state', [
    'schoolyear',
    'testmoment',
    'testmoment_module',
    'module',
    'education_department',
    'education_department_module',
  ])
  await preferIndexes(kysely)
}
