import type { Kysely } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { nameKeysOf } from '#domain/users/search.rules.ts'

/** People are listed by their names as Dutch registers are, page by page: by keys, since no engine sorts as the other. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { sortKey } = columnsOf(kysely)
  const { schema } = kysely
  for (const name of ['first_name_key', 'last_name_key'] as const)
    await schema
      .alterTable('user')
      .addColumn(...sortKey(name), (column) => column.notNull().defaultTo(''))
      .execute()
  await fillKeys(kysely)
  for (const name of ['first_name', 'last_name'] as const)
    await schema
      .createIndex(`users_by_${name}`)
      .on('user')
      .columns([`${name}_key`, 'id'])
      .execute()
}

/** The columns as they were then, whatever becomes of the table later. */
type People = {
  user: { id: number; first_name: string; last_name: string; first_name_key: string; last_name_key: string }
}

async function fillKeys(kysely: Kysely<unknown>): Promise<void> {
  const tables = kysely.withTables<People>()
  const people = await tables.selectFrom('user').select(['id', 'first_name', 'last_name']).execute()
  for (const { id, ...person } of people)
    await tables.updateTable('user').set(nameKeysOf(person)).where('id', '=', id).execute()
}
