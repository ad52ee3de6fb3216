import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { loadSchool } from '#api-server/enrollments/student-lists/school-cache.ts'
import { pageUsers } from '#api-server/users/page-users.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { isMigrated, migrate } from '#database/migrations/migrate.ts'
import { claim, countOutbox } from '#database/outbox/claim-and-settle.ts'
import { findBearers } from '#database/queries/find-bearers.ts'
import { nameKeysOf } from '#domain/users/search.rules.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { askPostgres } from '#tests/support/postgres-client.ts'
import { isSqlite } from './support/foreign-keys.ts'
import { schemaOf } from './support/schema.ts'

/**
 * Hash of each migration as it was released, without its imports, which may move. A migration that is missing here is
 * new: add its hash, and with a release a fixture (fixtures/make-fixtures.ts). A migration that differs was changed:
 * put it back and write a new one, since schools have run the old one.
 */
const RELEASED: Readonly<Record<string, string>> = {
  '0001-offer': 'U5RKl-jtiZbmMVSu1rDppy_VRKk7vW4E2CSb65fMeEg',
  '0002-accounts': '5qkVQCNlOv4B3LGaleE3O2ArwmZoKyAa_0FoCTGu02Q',
  '0003-enrollments': 'IqobBro6Oi3XqZdta4hP_bhUuy0Nf5nRp0sbIxZ02QM',
  '0004-outbox-and-push': 'Tx6-X0zO1f96L9Xvjc-Vg7hXstB5VAG6zI3cyTPusBg',
  '0005-audit': 'JFnpo6AermJhMMmfM6RInP_p2MYozYhAJv9xCeWE5nE',
  '0006-place-and-time': 'nLV5bZn9dL-XdOJkD7aX4UGzUqtoe8i2uhP2guHwRZk',
  '0007-messages': 'WhrIGrwiI0SvK80Sj4QBeV03xgsKAdw8qe6kA-QAJTI',
  '0008-seats': 'nbR3kmR4njXyaYb6hIZxMYzqRTq1v6awRggmYs9XIGk',
  '0009-test-day': 'FGV5s_KNLSSWpZbyVBnu1-qcmeHpeTjyL9oU_-xXtxE',
  '0010-logins': 'ECdvJ5ef-PvppbIFEAlnzUp7XB86Tap9Z1GtMuln_DU',
  '0011-school-year': 'YedBR90TMUqrDtOhmdoTxcoSBVkVGuoiVo4engBSpPg',
  '0012-write-outcome': 'v-8tXNYxpWWX1rsfIlTJ-5tMelrqMCsncaPrTZDX1B0',
  '0013-factors': 'rS0LWeBL9opI9MEM1wpdmd1dlGoWbIpkezw-pAknTks',
  '0015-name-keys': 'KxcM8Y8d-9aHAumfIXItb_be3FLhYYmUCkMmVDmCWd0',
  '0016-class-groups': '1mWRIREBxCkweS3jq1c1HZh4RjEEvUHBVt7DFC79jf8',
  '0017-rooms': '7XHJSFHXqYx70ReppApXa9AqkuE9wDPE18ejCIWFYXk',
  '0018-testmoment-rooms': 'npIbt-M3AIzJNIfwopKddSRB5dvS_txgB6jJgMFhyuo',
  '0019-source': 'hpkP2OIPIKO8hmWNBlOMqMGOirbm7dCSpT8GAay1GsY',
  '0020-chairs': 'jPr4Cb0isnGr2PfCM33uW85DZcCs4mpEoTvJ_np-GvI',
  '0021-connections': '7v3LuNNJloBdtauzBiUj7oLwDZMSHuBJy1MIVLwpY4E',
  '0022-written-results': 'siQTfci2037n9D-pT-bltxU0vE6mV0ynfe_oiTzfE8I',
  '0023-address-changes': 'QhSzA5IUAzDwMtz4Ai6uZ72Nzjgrzg2eIoUAiRPx3rU',
  '0024-invigilators-room': '6XQSsd9EyzpdwP2daa-YjDT6Mk_n_e-YFXzvAHoUotw',
  '0025-result-sending': 'u6Kdi8Qs0Y9avHlKtx8hb9Ep6GMVXHjR1RW_8ePHlf8',
  '0026-message-acts': 'T1GSY0QqiLv_OBDQxeD8qOVVWqqcXUuOHJ_0SGngImE',
  '0027-first-run': 'ImqW3M1JDADrmGlX3QGfmSEA8XE_SwrPbufPHRZA4PE',
  '0028-renewed-sessions': 'G7hsQoszhJxhT674BLkbwX3hCxT2iJ8QxP00h3Hj9X8',
  '0029-door-codes': 'WYrLanh1sFeq6fUFJRPOGyNEtf6XoTXS-nNTGN0Ynhg',
}

const MIGRATIONS = join(import.meta.dirname, '../../database/migrations')
const FIXTURES = join(import.meta.dirname, 'fixtures')
/** all of them together */
const MOST_BYTES = 300_000

test('a migration that was released never changes: the next one is written instead', () => {
  const files = readdirSync(MIGRATIONS).filter((file) => /^\d{4}-/.test(file))
  const hashes = files.map((file) => {
    const text = readFileSync(join(MIGRATIONS, file), 'utf8').replace(/^import [\s\S]*? from '.*'\n/gm, '')
    return [basename(file, '.ts'), createHash('sha256').update(text).digest('base64url')]
  })
  expect(Object.fromEntries(hashes)).toEqual(RELEASED)
})

test('the files kept of all releases stay small', () => {
  const sizes = globSync('*.gz', { cwd: FIXTURES }).map((file) => statSync(join(FIXTURES, file)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES)
})

const releases = globSync('*.sqlite.gz', { cwd: FIXTURES }).map((file) => basename(file, '.sqlite.gz'))
const fixture = (name: string) => gunzipSync(readFileSync(join(FIXTURES, `${name}.gz`)))

describeOnEachDatabase('a database of an earlier release', (open, urls) => {
  const openFixture = async (release: string): Promise<Database> => {
    const url = await urls.empty()
    if (url.startsWith('sqlite:')) writeFileSync(url.slice('sqlite:'.length), fixture(`${release}.sqlite`))
    else await askPostgres(url, fixture(`${release}.postgres.sql`).toString())
    return openDatabase(url, { timeout: 4_000 })
  }

  test.for(releases)('%s is brought up to date with all that was in it, and works', async (release) => {
    const database = await openFixture(release)
    const before = await rowsIn(database)
    expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([])

    await migrate(database)
    expect(await isMigrated(database.kysely)).toBe(true)
    expect(await schemaOf(database)).toEqual(await schemaOf(await open()))

    const after = await rowsIn(database)
    for (const [table, rows] of Object.entries(before)) {
      // Compares only columns that exist before and after.
      const known = new Set(Object.keys(rows[0] ?? {}))
      const columns = new Set(Object.keys(after[table]?.[0] ?? {}).filter((name) => known.has(name)))
      const kept = (all: readonly Row[] = []) =>
        all
          .map((row) =>
            JSON.stringify(
              row,
              Object.keys(row)
                .filter((name) => columns.has(name))
                .sort(),
            ),
          )
          .sort()
      expect({ [table]: kept(after[table]) }).toEqual({ [table]: kept(rows.map(asRecreated)) })
    }
    if (isSqlite(database)) {
      expect((await sql`pragma integrity_check`.execute(database.kysely)).rows).toEqual([{ integrity_check: 'ok' }])
      expect((await sql`pragma foreign_key_check`.execute(database.kysely)).rows).toEqual([])
    }
    await works(database)
    await database.close()
  })
})

type Row = Record<string, unknown>

/** The keys by which people are sorted are made by the rules of now. */
const asRecreated = (row: Row): Row =>
  'last_name_key' in row
    ? { ...row, ...nameKeysOf({ first_name: String(row.first_name), last_name: String(row.last_name) }) }
    : row

/** Rows of each of our tables that exist. */
async function rowsIn({ kysely }: Database): Promise<Record<string, Row[]>> {
  const tables = await kysely.introspection.getTables()
  const contents: Record<string, Row[]> = {}
  for (const { name } of tables.filter(({ name }) => !/^(sqlite|people_search)/.test(name)))
    contents[name] = (await sql<Row>`select * from ${sql.table(name)}`.execute(kysely)).rows
  return contents
}

/** The questions that the servers ask all the time, and writing. */
async function works(database: Database): Promise<void> {
  const { kysely } = database
  const { users } = await pageUsers(database, { size: 20, filter: { search: 'markering samira' } }, 0)
  expect(users).toMatchObject([{ username: 'sam@school.test' }])
  const [sam] = users
  expect((await loadSchool(kysely)).moments.size).toBeGreaterThan(0)
  expect(await countOutbox(kysely)).toMatchObject([{ kind: 'testmoment-opened', count: 1 }])
  const now = Date.parse('2027-01-01T00:00:00.000Z')
  expect(await claim(database, { kinds: ['testmoment-opened'], limit: 9, lease: 60_000, now })).toHaveLength(1)

  const [created_at, expires_at] = ['2027-01-01T00:00:00.000Z', '2027-04-01T00:00:00.000Z']
  const login = { user_id: sam?.id ?? 0, device: 'Toestel', created_at, last_used_at: created_at, expires_at }
  const { id } = await kysely.insertInto('session').values(login).returning('id').executeTakeFirstOrThrow()
  expect(await findBearers(kysely, [id])).toMatchObject([{ user_id: sam?.id }])
}
