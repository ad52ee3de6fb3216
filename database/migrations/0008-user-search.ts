import type { Kysely } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { createPeopleIndex } from '#database/engine/people-index.ts'
import { searchTextOf } from '#domain/users/search.rules.ts'
import { no } from '../engine/columns.ts'

/** People are found by any part of their names and address, administrators by their role, and audit lines by what they are about. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { flag } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .alterTable('user')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await fillSearchTexts(kysely)
  await createPeopleIndex(kysely)
  await schema.createIndex('users_by_role').on('user').column('roles').execute()

  // Who is gone and what a schedule did both have no actor: this tells them apart.
  await schema
    .alterTable('audit')
    .addColumn(...flag('by_schedule'), no)
    .execute()
  await schema.createIndex('audit_by_resource').on('audit').columns(['resource', 'id']).execute()
}

/** The columns as they were then, whatever becomes of the table later. */
type People = {
  user: { id: number; username: string; first_name: string; last_name: string; search_text: string }
}

/** One by one: it happens once, and no engine folds letters as the domain does. */
async function fillSearchTexts(kysely: Kysely<unknown>): Promise<void> {
  const tables = kysely.withTables<People>()
  const people = await tables.selectFrom('user').select(['id', 'username', 'first_name', 'last_name']).execute()
  for (const { id, ...person } of people)
    await tables
      .updateTable('user')
      .set({ search_text: searchTextOf(person) })
      .where('id', '=', id)
      .execute()
}
