/** Contents of a saved database, to recognize it after a restore. */
export interface DatabaseSummary {
  /** names of the migrations that ran, in order */
  migrations: string[]
  rows: Record<string, number>
}

/** Saves a database to one file and restores it. Each call opens and closes what it needs. */
export interface DatabaseBackup {
  readonly engine: 'sqlite' | 'postgres'
  /** Writes one consistent state to `file`, which is empty, while others read and write. */
  save(file: string): Promise<DatabaseSummary>
  /** Names of the tables; none without a database. */
  tables(): Promise<string[]>
  /** Number of others that have it open. On SQLite, which cannot count them, 1 means any number. */
  others(): Promise<number>
  /** Replaces the database by the saved one, all or nothing. Nobody else may have it open. */
  load(file: string): Promise<DatabaseSummary>
}

/**
 * Reasons why a database can't be saved or restored. `missing`: there is none at this path. `damaged`: its contents are not
 * intact. `program-missing`: pg_dump or pg_restore is not installed. `pooled`: the address is a pooler's. `failed`: the program
 * failed.
 */
export type DatabaseRefusalReason = 'missing' | 'damaged' | 'program-missing' | 'pooled' | 'failed'

export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal'
  readonly reason: DatabaseRefusalReason
  readonly detail: string

  /** `detail`: path, program, or its error output. */
  constructor(reason: DatabaseRefusalReason, detail: string) {
    super(`${reason}: ${detail}`)
    this.reason = reason
    this.detail = detail
  }
}
