import { sql } from 'kysely'
import { firstNames, lastNames } from '#database/demo/drawn-students.ts'
import type { Transaction } from '#database/tables.ts'
import { findable, foldText } from '#domain/users/search.rules.ts'
import type { GrowingSchool } from './growing-school.ts'
import { upTo } from './numbers.ts'

/** Inserts students with common Dutch names, a teacher after them, and a session of each. */
export async function insertPeople(trx: Transaction, { students, now }: GrowingSchool): Promise<void> {
  const created_at = new Date(now).toISOString()
  const username = sql`'s' || cast(100000 + n.i as text) || '@student.school.example'`
  await sql`with recursive ${upTo('n', students)}, ${names('first', firstNames)}, ${names('last', lastNames)}
    insert into "user" (username, first_name, last_name, search_text, roles, information_checked, activated,
      education_department_id, created_at)
    select ${username}, first.name, last.name, first.folded || ' ' || last.folded || ' ' || ${username}, 'ROLE_STUDENT',
      true, true, 1, ${sql.lit(created_at)}
    from n
    join first on first.i = n.i % ${sql.lit(firstNames.length)}
    join last on last.i = (n.i * 31 + n.i / ${sql.lit(firstNames.length)}) % ${sql.lit(lastNames.length)}
    order by n.i`.execute(trx)
  await trx
    .insertInto('user')
    .values({
      ...findable({ username: 'docent@school.example', first_name: 'Quirijn', last_name: 'Zeldenrust' }),
      roles: 'ROLE_ADMIN',
      information_checked: true,
      activated: true,
      created_at,
    })
    .execute()

  const expires_at = new Date(now + 80 * 86_400_000).toISOString()
  await sql`insert into session (user_id, device, created_at, last_used_at, expires_at)
    select id, 'telefoon', ${sql.lit(created_at)}, ${sql.lit(created_at)}, ${sql.lit(expires_at)} from "user" order by id`.execute(
    trx,
  )
  await sql`insert into refresh_token (token_hash, session_id, created_at, expires_at, superseded_at)
    select 'superseded-' || id, id, ${sql.lit(created_at)}, ${sql.lit(expires_at)}, ${sql.lit(created_at)} from session`.execute(
    trx,
  )
}

/** Table expression with the names, numbered from 0, and their text as searches fold it. */
const names = (table: string, all: readonly string[]) =>
  sql`${sql.ref(table)} (i, name, folded) as (values ${sql.join(
    all.map((name, i) => sql`(${sql.lit(i)}, ${sql.lit(name)}, ${sql.lit(foldText(name))})`),
  )})`
