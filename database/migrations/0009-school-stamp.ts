import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { preferIndexes } from '#database/engine/prefer-indexes.ts'
import { reviseOnChange } from '#database/engine/triggers.ts'

/** What a school offers is the same for all of its students: a revision tells readers whether it is still what they know. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await kysely.schema
    .createTable('school_state')
    .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('revision', 'text', (column) => column.notNull())
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
