import { DatabaseRefusal, type DatabaseRefusalReason } from '#database/engine/backup/database-backup.ts'
import { printFailure } from '../product/terminal.ts'

/** Why no backup was made or put back, in Dutch, for the person who runs it. Nothing that was there has changed. */
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

/** In Dutch, for the terminal, and without a stack where that helps nobody. `usage`: shown for arguments that are unknown. */
export function printReason(error: unknown, usage: string): void {
  if (error instanceof DatabaseRefusal && error.reason === 'failed' && /No space left on device/.test(error.detail))
    printFailure(new Error('De schijf is vol.'))
  else if (error instanceof DatabaseRefusal) printFailure(new Error(`${REASONS[error.reason]}\n${error.detail}`))
  else printFailure(error, usage)
}
