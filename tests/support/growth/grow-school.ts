import { SqliteAdapter, sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import { preferIndexes } from '#database/engine/prefer-indexes.ts'
import type { GrowingSchool } from './growing-school.ts'
import { insertHistory } from './insert-history.ts'
import { insertOffer } from './insert-offer.ts'
import { insertPeople } from './insert-people.ts'

/**
 * Fills an empty, migrated database with a school of any size that has some years behind it, by statements that are the
 * same on both engines and make all rows of a table at once. Needs patience: of 100,000 students some take 30 s.
 */
export async function growSchool({ transaction, kysely }: Database, school: GrowingSchool): Promise<void> {
  await transaction(async (trx) => {
    await insertOffer(trx, school.now)
    await insertPeople(trx, school)
    await insertHistory(trx, school)
  })
  if (kysely.getExecutor().adapter instanceof SqliteAdapter) return
  // What PostgreSQL does by itself a minute later, and what a copy of a migrated database does not take along.
  await sql`vacuum analyze`.execute(kysely)
  await preferIndexes(kysely)
}
