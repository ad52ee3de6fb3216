import { setTimeout as pause } from 'node:timers/promises'
import { Migrator } from 'kysely/migration'
import type { Database } from '#database/engine/open-database.ts'
import * as school from './0001-school.ts'
import * as usersAndSessions from './0002-users-and-sessions.ts'
import * as enrollments from './0003-enrollments.ts'
import * as outboxAndPush from './0004-outbox-and-push.ts'
import * as audit from './0005-audit.ts'

/** In order, never renamed and never changed once released: what has run is remembered by name. */
const migrations = {
  '0001-school': school,
  '0002-users-and-sessions': usersAndSessions,
  '0003-enrollments': enrollments,
  '0004-outbox-and-push': outboxAndPush,
  '0005-audit': audit,
}

/** A database that still starts, or another process that migrates it now, gets this long (ms). */
const DEADLINE = 30_000

/** Brings the tables up to date. Whoever starts at the same moment waits, and then finds nothing left to do. */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database.kysely, provider: { getMigrations: async () => migrations } })
  for (const started = Date.now(); ; await pause(100)) {
    const { error } = await migrator.migrateToLatest()
    if (error === undefined) return
    if (!database.isUnavailable(error) || Date.now() - started > DEADLINE) throw error
  }
}
