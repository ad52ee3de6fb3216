import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { PAGE } from '#database/engine/move/moving-database.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { readKeys } from '#server/keys.ts'
import { fillEveryTable } from '#tests/support/api/keep-everything.ts'
import { startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'
import { moveSchool } from '../../../scripts/move/move-school.ts'

export const newFile = () => `sqlite:${join(scratchFolder(), 'app.db')}`

export const move = (from: string, to: string, dataDir: string, fromDataDir = dataDir) =>
  moveSchool({ from, to, fromDataDir, toDataDir: dataDir })

/** Asks a database of one's own, which is closed again. */
export async function asking<T>(url: string, ask: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { timeout: 10_000 })
  return ask(database).finally(() => database.close())
}

/**
 * A school with a row in each table, some whose values are of every kind that a column takes, and three tables of a page and
 * more (`LONG_TABLES`); with keys. Of a fresh database.
 */
export async function schoolToMove(url: string): Promise<{ url: string; dataDir: string }> {
  const database = openDatabase(url, { timeout: 10_000 })
  const school = await startTestSchool(database)
  await fillEveryTable(database, school)
  await insertOddRows(database, school)
  await fillPages(database.kysely)
  await database.close()
  const dataDir = scratchFolder()
  await readKeys(dataDir)
  return { url, dataDir }
}

/** All that PostgreSQL keeps in a text: any character of Unicode but the one that ends texts in C. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'null', '\\N', '{"a":"b"}', "'; --", '"', '😀 𝔐\r\n\t\\'),
  )
  .map((text) => text.replaceAll('\u0000', ''))
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 })
/** From when on Amsterdam's clock differs from UTC's by whole minutes, which instants are asked of PostgreSQL in. */
const instant = fc
  .date({ min: new Date('1938-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const anyMoment = fc.record({
  date: instant.map((text) => text.slice(0, 10)),
  duration: fc.constantFrom('day' as const, 'week' as const),
  enrollments_enabled: fc.boolean(),
  enrollments_open_at: orNull(instant),
  max_enrollments: fc.nat({ max: 2_147_483_647 }),
  seats: fc.nat({ max: 2_147_483_647 }),
  location: orNull(anyText),
  created_at: instant,
})

async function insertOddRows({ kysely }: Database, { users, moments }: TestSchool): Promise<void> {
  const { schoolyear_id } = await kysely
    .selectFrom('testmoment')
    .select('schoolyear_id')
    .where('id', '=', moments.open)
    .executeTakeFirstOrThrow()
  const odd = fc.sample(anyMoment, 200).map((moment) => ({ ...moment, schoolyear_id }))
  await kysely.insertInto('testmoment').values(odd).execute()
  const at = { created_at: '2026-02-01T00:00:00.000Z' }
  const passkey = { user_id: users.noor, public_key: '', transports: '[]', name: '', backed_up: false, ...at }
  await kysely
    .insertInto('passkey')
    .values({ ...passkey, credential_id: 'largest counter', counter: Number.MAX_SAFE_INTEGER })
    .execute()
  await kysely
    .insertInto('outbox')
    .values({ kind: 'large', payload: 'é'.repeat(500_000), available_at: at.created_at, ...at })
    .execute()
}

/** How many rows these have: exactly a page, one more, and the half of a third page. One of them has texts for its key. */
export const LONG_TABLES = { audit: PAGE, gone_push_endpoint: PAGE + 1, outbox: 2.5 * PAGE }

async function fillPages(kysely: Kysely): Promise<void> {
  const fill = (table: keyof typeof LONG_TABLES, columns: string, values: string) =>
    sql
      .raw(`
        insert into ${table} (${columns})
        with recursive row (number) as (
          select count(*) from ${table} union all select number + 1 from row where number + 1 < ${LONG_TABLES[table]}
        )
        select ${values} from row`)
      .execute(kysely)
  const at = `'2026-02-01T00:00:00.000Z'`
  await fill('audit', 'at, action, resource, resource_id, fields', `${at}, 'edit', 'module', number, '[]'`)
  await fill(
    'gone_push_endpoint',
    'endpoint_hash, user_id, gone_at',
    `'gone ' || number, (select min(id) from "user"), ${at}`,
  )
  await fill('outbox', 'kind, payload, created_at, available_at', `'long', '{"number":' || number || '}', ${at}, ${at}`)
}

const NOT_OF_THE_SCHOOL = /^(sqlite|people_search|kysely)/

/** Every row of every table of the school, as text that is the same on both engines. */
export async function contentsOf(url: string): Promise<Record<string, string[]>> {
  const database = openDatabase(url, { timeout: 10_000 })
  const contents: Record<string, string[]> = {}
  for (const { name } of await database.kysely.introspection.getTables()) {
    if (NOT_OF_THE_SCHOOL.test(name)) continue
    const rows = await database.kysely
      .selectFrom(name as 'user')
      .selectAll()
      .execute()
    contents[name] = rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()
  }
  await database.close()
  return contents
}
