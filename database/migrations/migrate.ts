import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from '#database/engine/open-database.ts'
import { transactionWithoutForeignKeys } from '#database/engine/rebuild-table.ts'
import type { Tables } from '#database/tables.ts'
import { up as offer } from './0001-offer.ts'
import { up as accounts } from './0002-accounts.ts'
import { up as enrollments } from './0003-enrollments.ts'
import { up as outboxAndPush } from './0004-outbox-and-push.ts'
import { up as audit } from './0005-audit.ts'
import { up as placeAndTime } from './0006-place-and-time.ts'
import { up as messages } from './0007-messages.ts'
import { up as seats } from './0008-seats.ts'
import { up as testDay } from './0009-test-day.ts'
import { up as logins } from './0010-logins.ts'
import { up as schoolYear } from './0011-school-year.ts'
import { up as writeOutcome } from './0012-write-outcome.ts'
import { up as factors } from './0013-factors.ts'
import { up as nameKeys } from './0015-name-keys.ts'
import { up as classGroups } from './0016-class-groups.ts'
import { up as rooms } from './0017-rooms.ts'
import { up as testmomentRooms } from './0018-testmoment-rooms.ts'
import { up as source } from './0019-source.ts'
import { up as chairs } from './0020-chairs.ts'
import { up as connections } from './0021-connections.ts'
import { up as writtenResults } from './0022-written-results.ts'
import { up as addressChanges } from './0023-address-changes.ts'
import { up as invigilatorsRoom } from './0024-invigilators-room.ts'
import { up as resultSending } from './0025-result-sending.ts'
import { up as messageActs } from './0026-message-acts.ts'
import { up as firstRun } from './0027-first-run.ts'
import { up as renewedSessions } from './0028-renewed-sessions.ts'
import { up as doorCodes } from './0029-door-codes.ts'

export interface Step extends Migration {
  /** set for `rebuildTable`; all migrations of that run must then delete dependents of deleted rows themselves */
  foreignKeysOff?: boolean
}

export type Steps = Readonly<Record<string, Step>>

/** Migrations in order, never renamed or changed (tests/database/frozen.test.ts): a database knows those that ran by name. */
const migrations: Steps = {
  '0001-offer': { up: offer },
  '0002-accounts': { up: accounts },
  '0003-enrollments': { up: enrollments },
  '0004-outbox-and-push': { up: outboxAndPush },
  '0005-audit': { up: audit },
  '0006-place-and-time': { up: placeAndTime },
  '0007-messages': { up: messages, foreignKeysOff: true },
  '0008-seats': { up: seats },
  '0009-test-day': { up: testDay },
  '0010-logins': { up: logins },
  '0011-school-year': { up: schoolYear },
  '0012-write-outcome': { up: writeOutcome },
  '0013-factors': { up: factors },
  '0015-name-keys': { up: nameKeys },
  '0016-class-groups': { up: classGroups },
  '0017-rooms': { up: rooms },
  '0018-testmoment-rooms': { up: testmomentRooms },
  '0019-source': { up: source },
  '0020-chairs': { up: chairs },
  '0021-connections': { up: connections },
  '0022-written-results': { up: writtenResults },
  '0023-address-changes': { up: addressChanges },
  '0024-invigilators-room': { up: invigilatorsRoom },
  '0025-result-sending': { up: resultSending },
  '0026-message-acts': { up: messageActs },
  '0027-first-run': { up: firstRun },
  '0028-renewed-sessions': { up: renewedSessions },
  '0029-door-codes': { up: doorCodes },
}

/** Migrations that this release knows; a database with others was made by a newer release, or before the first one. */
export const knownMigrations: readonly string[] = Object.keys(migrations)

/** First migration of databases from before the first release; no migration has this name any more. */
export const BEFORE_FIRST_RELEASE = '0001-school'

/** Time (ms) to wait for a database that starts, or for another process that migrates it. */
const START_TIMEOUT_MS = 30_000

/**
 * Brings the tables up to date, all migrations or none. A process that starts at the same moment waits, and then finds nothing
 * to do. Throws for a database from before the first release or of a later one, and leaves it unchanged.
 */
export async function migrate(database: Database, steps: Steps = migrations): Promise<void> {
  for (const started = Date.now(); ; await pause(100)) {
    try {
      return await attempt(database.kysely, steps)
    } catch (error) {
      if (!database.isUnavailable(error) || Date.now() - started > START_TIMEOUT_MS) throw error
    }
  }
}

async function attempt(kysely: Kysely<Tables>, steps: Steps): Promise<void> {
  const ran = await ranIn(kysely)
  const pending = Object.entries(steps).filter(([name]) => !ran.includes(name))
  const run = (trx: Transaction<Tables>) => toLatest(trx, steps)
  if (pending.some(([, { foreignKeysOff }]) => foreignKeysOff)) await transactionWithoutForeignKeys(kysely, run)
  else await kysely.transaction().execute(run)
}

/** Migrates in the caller's transaction, so that the caller decides whether the tables stay. */
export const migrateWithin = (trx: Transaction<Tables>): Promise<void> => toLatest(trx, migrations)

/** Takes the lock before Kysely makes its own tables: if two processes made those at once, one would fail. */
async function toLatest(trx: Transaction<Tables>, steps: Steps): Promise<void> {
  const { adapter } = trx.getExecutor()
  await adapter.acquireMigrationLock(trx, { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' })
  if ((await ranIn(trx)).includes(BEFORE_FIRST_RELEASE)) throw new OldDatabaseError()
  const { error } = await new Migrator({
    db: trx,
    provider: { getMigrations: async () => steps },
  }).migrateToLatest()
  if (error !== undefined) throw error
}

class OldDatabaseError extends Error {
  override name = 'OldDatabaseError'
  constructor() {
    super(
      'This database was made before the first release and cannot be brought up to date, nor can a backup of it be restored: let DATABASE_URL name an empty one.',
    )
  }
}

/** Names of the migrations that ran; none in an empty database. */
async function ranIn(kysely: Kysely<Tables>): Promise<string[]> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(kysely)
  return rows.map(({ name }) => name)
}

/** Whether the last migration of this release has run; a newer release may have run more. Throws if none has run. */
export async function isMigrated(kysely: Kysely<Tables>): Promise<boolean> {
  const last = knownMigrations.at(-1)
  const { rows } = await sql`select 1 from kysely_migration where name = ${last}`.execute(kysely)
  return rows.length > 0
}
