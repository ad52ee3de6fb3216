import { SqliteAdapter, sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import { preferIndexes } from '#database/engine/prefer-indexes.ts'
import type { GrowingSchool } from './growing-school.ts'
import { insertHistory } from './insert-history.ts'
import { insertOffer } from './insert-offer.ts'
import { insertPeople } from './insert-people.ts'

/**
 * Fills an empty, migrated database with a school of any size and several years of history, by statements that work on both
 * engines and make all rows of a table at once. It is slow: 100,000 students take about 30 s.
 */
export async function growSchool({ transaction, kysely }: Database, school: GrowingSchool): Promise<void> {
  await transaction(async (trx) => {
    await insertOffer(trx, school.now)
    await insertPeople(trx, school)
    await insertHistory(trx, school)
  })
  if (kysely.getExecutor().adapter instanceof SqliteAdapter) return
  // PostgreSQL would do this by itself a minute later, and a copy of a migrated database has no statistics.
  await sql`vacuum analyze`.execute(kysely)
  await preferIndexes(kysely)
}
