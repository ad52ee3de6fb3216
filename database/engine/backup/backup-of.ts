import type { DatabaseBackup } from './database-backup.ts'
import { PostgresBackup } from './postgres-backup.ts'
import { SqliteBackup } from './sqlite-backup.ts'

/** Backup for a `url` as of openDatabase, but of the database itself: a pooler would give each statement another session. */
export const backupOf = (url: string): DatabaseBackup =>
  url.startsWith('sqlite:') ? new SqliteBackup(url.slice('sqlite:'.length)) : new PostgresBackup(url)
