import { sql } from 'kysely'
import { backupOf } from '#database/engine/backup/backup-of.ts'
import { openDatabase } from '#database/engine/open-database.ts'

/** Every row of every table, as text, in an order that does not depend on how they are stored. */
export async function wholeContents(url: string): Promise<Record<string, string[]>> {
  const database = openDatabase(url, { timeout: 10_000 })
  const contents: Record<string, string[]> = {}
  for (const table of await backupOf(url).tables()) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(database.kysely)
    contents[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  await database.close()
  return contents
}
