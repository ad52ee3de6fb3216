import { DatabaseRefusal, type DatabaseRefusalReason } from '#database/engine/backup/database-backup.ts'

/** Why no backup was made or put back, in Dutch, for whoever runs it. Nothing that was there has changed. */
export class BackupRefusal extends Error {
  override name = 'BackupRefusal'
}

const REASONS: Record<DatabaseRefusalReason, string> = {
  missing: 'Er is geen database op deze plaats. Klopt DATA_DIR of DATABASE_URL?',
  damaged: 'De database is beschadigd.',
  'program-missing': 'Dit programma ontbreekt (apt-get install postgresql-client).',
  pooled: 'DATABASE_LISTEN_URL moet naar PostgreSQL zelf wijzen: door PgBouncer kan dit niet.',
  failed: 'Het is niet gelukt.',
}

/** In Dutch, for the terminal, and without a stack where that helps nobody. */
export function printReason(error: unknown): void {
  if (error instanceof DatabaseRefusal) console.error(`${REASONS[error.reason]}\n${error.detail}`)
  else console.error(error instanceof Error && error.message ? error.message : error)
  process.exitCode = 1
}
