import { DatabaseRefusal } from '#database/engine/backup/database-backup.ts'
import { printFailure } from '../product/terminal.ts'
import { databaseRefusalTexts, backupRefusalTexts as texts } from './backup.texts.ts'

/** Reason, in Dutch for the operator, why no backup was made or restored. Nothing has changed. */
export class BackupRefusal extends Error {
  override name = 'BackupRefusal'
}

/** Prints the reason in Dutch, without a stack where a stack does not help. `usage` is shown for unknown arguments. */
export function printReason(error: unknown, usage: string): void {
  if (error instanceof DatabaseRefusal && error.reason === 'failed' && /No space left on device/.test(error.detail))
    printFailure(new Error(texts.diskFull))
  else if (error instanceof DatabaseRefusal)
    printFailure(new Error(`${databaseRefusalTexts[error.reason]}\n${error.detail}`))
  else printFailure(error, usage)
}
