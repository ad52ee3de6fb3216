import { type Kysely, sql } from 'kysely'
import { nameKeysOf } from '#domain/users/search.rules.ts'

/** Rows of one statement. */
const AT_ONCE = 500

interface NamedRow {
  id: number
  first_name: string
  last_name: string
}

/**
 * People sort by one set of keys everywhere, with more prefixes passed over ('s-Gravesande under the G) and those of one name
 * under it: makes the keys of all anew. A student number is also found without the zeros that a spreadsheet took from it.
 */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<NamedRow>`select id, first_name, last_name from "user"
      where id > ${last} order by id limit ${AT_ONCE}`.execute(kysely)
    const [final] = rows.slice(-1)
    if (!final) break
    const keys = rows.map((row) => {
      const { first_name_key, last_name_key } = nameKeysOf(row)
      return sql`(cast(${row.id} as integer), ${first_name_key}, ${last_name_key})`
    })
    await sql`update "user" set first_name_key = made.column2, last_name_key = made.column3
      from (values ${sql.join(keys)}) as made
      where "user".id = made.column1`.execute(kysely)
    last = final.id
  }
  await sql`create index users_by_bare_number on "user" (ltrim(student_number, '0'))`.execute(kysely)
}
