/** Contents of a saved database, by which it is recognized after it was restored. */
export interface DatabaseSummary {
  /** the steps that made its tables, by name, in order */
  migrations: string[]
  /** how many rows each table has */
  rows: Record<string, number>
}

/** How a database is saved to one file, and put back from it. Each call opens and closes what it needs. */
export interface DatabaseBackup {
  readonly engine: 'sqlite' | 'postgres'
  /** Writes one consistent state to `file`, which is empty, while others go on reading and writing. */
  save(file: string): Promise<DatabaseSummary>
  /** The tables that are there, by name; of no database, none. */
  tables(): Promise<string[]>
  /** How many others have it open. On SQLite, where that cannot be counted, 1 for any. */
  others(): Promise<number>
  /** Puts back what was saved, in the place of what is there: all of it or nothing. Nobody else may have it open. */
  load(file: string): Promise<DatabaseSummary>
}

/**
 * A database could not be saved or put back. `missing`: there is none at this path. `damaged`: what is in it is not whole.
 * `program-missing`: pg_dump or pg_restore is not installed. `pooled`: this address is a pooler's. `failed`: the program
 * said why.
 */
export type DatabaseRefusalReason = 'missing' | 'damaged' | 'program-missing' | 'pooled' | 'failed'

export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal'
  readonly reason: DatabaseRefusalReason
  readonly detail: string

  /** `detail`: the path, the program, or what it said. */
  constructor(reason: DatabaseRefusalReason, detail: string) {
    super(`${reason}: ${detail}`)
    this.reason = reason
    this.detail = detail
  }
}
