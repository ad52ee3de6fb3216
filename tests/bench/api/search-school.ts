import { addressOf, firstNames, lastNames } from '#database/demo/drawn-students.ts'
import type { Database } from '#database/engine/open-database.ts'
import { findable } from '#domain/users/search.rules.ts'

/** A large university's accounts of some years. */
export const PEOPLE = 50_000

const ROWS_A_STATEMENT = 1_000

/** Found by one name that nobody else has. */
const RARE = { username: 'quirijn.zeldenrust@bench.example', first_name: 'Quirijn', last_name: 'Zeldenrust' }

/** Fills an empty, migrated database with people who have names as a Dutch school knows them, and user 1, who administers it. */
export async function seedSearchSchool(database: Database, now: number): Promise<void> {
  const created_at = new Date(now).toISOString()
  const day = new Date(now + 86_400_000).toISOString()
  await database.transaction(async (trx) => {
    const teacher = findable({ username: 'docent@bench.example', first_name: 'Marijke', last_name: 'de Leeuw' })
    await trx
      .insertInto('user')
      .values({ ...teacher, roles: 'ROLE_ADMIN', activated: true, created_at })
      .execute()
    await trx
      .insertInto('session')
      .values({ user_id: 1, device: 'bench', created_at, last_used_at: created_at, expires_at: day })
      .execute()
    for (let from = 0; from < PEOPLE; from += ROWS_A_STATEMENT) {
      const people = Array.from({ length: ROWS_A_STATEMENT }, (_, index) => person(from + index))
      await trx
        .insertInto('user')
        .values(people.map((one) => ({ ...findable(one), roles: 'ROLE_STUDENT', activated: true, created_at })))
        .execute()
    }
    await trx
      .insertInto('user')
      .values({ ...findable(RARE), roles: 'ROLE_STUDENT', created_at })
      .execute()
  })
}

function person(number: number) {
  const first_name = firstNames[number % firstNames.length] ?? ''
  const last_name = lastNames[(number * 31 + Math.floor(number / firstNames.length)) % lastNames.length] ?? ''
  return { username: `${addressOf(first_name, last_name)}${number}@student.bench.example`, first_name, last_name }
}
