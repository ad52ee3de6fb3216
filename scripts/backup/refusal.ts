import { DatabaseRefusal, type DatabaseRefusalReason } from '#database/engine/backup/database-backup.ts'
import { printFailure } from '../product/terminal.ts'

/** Reason, in Dutch for the operator, why no backup was made or restored. Nothing has changed. */
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

/** Prints the reason in Dutch, without a stack where a stack does not help. `usage` is shown for unknown arguments. */
export function printReason(error: unknown, usage: string): void {
  if (error instanceof DatabaseRefusal && error.reason === 'failed' && /No space left on device/.test(error.detail))
    printFailure(new Error('De schijf is vol.'))
  else if (error instanceof DatabaseRefusal) printFailure(new Error(`${REASONS[error.reason]}\n${error.detail}`))
  else printFailure(error, usage)
}
