import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { up as school } from './0001-school.ts'
import { up as usersAndSessions } from './0002-users-and-sessions.ts'
import { up as enrollments } from './0003-enrollments.ts'
import { up as outboxAndPush } from './0004-outbox-and-push.ts'
import { up as audit } from './0005-audit.ts'
import { up as passwordResets } from './0006-password-resets.ts'
import { up as onboarding } from './0007-onboarding.ts'
import { up as userSearch } from './0008-user-search.ts'
import { up as schoolStamp } from './0009-school-stamp.ts'
import { up as testmomentSchedule } from './0010-testmoment-schedule.ts'
import { up as moduleNames } from './0012-module-names.ts'
import { up as pushDevices } from './0013-push-devices.ts'
import { up as pushJobs } from './0014-push-jobs.ts'
import { up as calendarFeed } from './0015-calendar-feed.ts'
import { up as growingSchool } from './0016-growing-school.ts'
import { up as loginsThatAreOver } from './0017-logins-that-are-over.ts'
import { up as movedEnrollments } from './0018-moved-enrollments.ts'
import { up as sortedPeople } from './0019-sorted-people.ts'
import { up as registrations } from './0020-registrations.ts'
import { up as pushOutcomes } from './0021-push-outcomes.ts'

/** In order, never renamed and never changed once released: what has run is remembered by name. */
const migrations = {
  '0001-school': { up: school },
  '0002-users-and-sessions': { up: usersAndSessions },
  '0003-enrollments': { up: enrollments },
  '0004-outbox-and-push': { up: outboxAndPush },
  '0005-audit': { up: audit },
  '0006-password-resets': { up: passwordResets },
  '0007-onboarding': { up: onboarding },
  '0008-user-search': { up: userSearch },
  '0009-school-stamp': { up: schoolStamp },
  '0010-testmoment-schedule': { up: testmomentSchedule },
  '0012-module-names': { up: moduleNames },
  '0013-push-devices': { up: pushDevices },
  '0014-push-jobs': { up: pushJobs },
  '0015-calendar-feed': { up: calendarFeed },
  '0016-growing-school': { up: growingSchool },
  '0017-logins-that-are-over': { up: loginsThatAreOver },
  '0018-moved-enrollments': { up: movedEnrollments },
  '0019-sorted-people': { up: sortedPeople },
  '0020-registrations': { up: registrations },
  '0021-push-outcomes': { up: pushOutcomes },
}

/** A database that still starts, or another process that migrates it now, gets this long (ms). */
const DEADLINE = 30_000

/** Brings the tables up to date, all steps or none. Whoever starts at the same moment waits, and then finds nothing left to do. */
export async function migrate(database: Database): Promise<void> {
  for (const started = Date.now(); ; await pause(100)) {
    try {
      return await database.kysely.transaction().execute(toLatest)
    } catch (error) {
      if (!database.isUnavailable(error) || Date.now() - started > DEADLINE) throw error
    }
  }
}

/** The lock comes before Kysely's own tables: of two that make those at once one fails, which ends its transaction. */
async function toLatest(trx: Transaction<Tables>): Promise<void> {
  const { adapter } = trx.getExecutor()
  await adapter.acquireMigrationLock(trx, { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' })
  const { error } = await new Migrator({
    db: trx,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error !== undefined) throw error
}

/** The steps that this release knows: a database with another was made by a newer one. */
export const knownMigrations: readonly string[] = Object.keys(migrations)

/** Whether the last step of this release has been taken; a newer release may have taken more. Throws where no step was. */
export async function isMigrated(kysely: Kysely<Tables>): Promise<boolean> {
  const last = knownMigrations.at(-1)
  const { rows } = await sql`select 1 from kysely_migration where name = ${last}`.execute(kysely)
  return rows.length > 0
}
