/** Values that both engines return: days and instants are text too, see database/tables.ts. */
export type Value = string | number | boolean | null

/** Values of a row, in the order of its table's columns. */
export type Row = readonly Value[]

/** Table as the database itself describes it, so that none can be forgotten. */
export interface Table {
  readonly name: string
  /** sorted by name: the engines may order them differently */
  readonly columns: readonly string[]
  /** columns of the primary key, by which rows are sorted */
  readonly key: readonly string[]
  /** the database assigns its `id` */
  readonly isNumbered: boolean
}

/** Rows of each database in memory at a time. */
export const PAGE = 1_000

/** Tables that migrations fill; their rows do not mean that the database is in use. */
export const FILLED_BY_MIGRATION: readonly string[] = ['school_state']

/** Tables of Kysely's Migrator: created again, not moved. */
export const OF_THE_MIGRATOR: readonly string[] = ['kysely_migration', 'kysely_migration_lock']

export interface MovingDatabase {
  /** its path, or its host and name, for people to read; never a password */
  readonly place: string
  /** names of the migrations that ran; none in an empty database */
  migrations(): Promise<string[]>
  tables(): Promise<Table[]>
  count(table: Table): Promise<number>
  /** All rows in byte order of their keys, a page at a time, so that a large school takes no more memory. */
  pages(table: Table): AsyncIterable<readonly Row[]>
  /** `id` that the next new row gets */
  nextNumber(table: Table): Promise<number>
  /** Closes it. Anything not kept leaves no trace. */
  close(): Promise<void>
}

/** Database that has the school. Nobody else writes there from opening until closing. */
export interface MovingSource extends MovingDatabase {
  /**
   * Makes the database read-only for all processes that open it or waited to write there, since the school now lives elsewhere,
   * and closes it. False if that is not allowed. Rejects on failure; then all can write as before, once it is closed.
   */
  retire(): Promise<boolean>
}

/** Database that gets the school. Others see all of it at once when it is kept, or nothing. */
export interface MovingTarget extends MovingDatabase {
  /** Makes this release's tables, without indexes, references and triggers, which would slow down or change inserts. */
  prepare(): Promise<void>
  insert(table: Table, rows: readonly Row[]): Promise<void>
  continueFrom(table: Table, next: number): Promise<void>
  /** Creates what `prepare` left out, and checks all references. */
  complete(): Promise<void>
  /** Makes it durable and visible. Returns the new place of an older database that the school had moved out of. */
  keep(): Promise<string | undefined>
}

/** Reason why nothing or not all was moved; in Dutch in scripts/move/move.texts.ts. */
export type MoveFault =
  /** both are SQLite, or both are PostgreSQL */
  | 'same-engine'
  /** there is no database, or it has no table */
  | 'missing'
  | 'in-use'
  /** the address is that of a pooler */
  | 'pooled'
  /** the school has moved out of it before */
  | 'moved-away'
  /** this address has no permission to create tables */
  | 'forbidden'
  | 'damaged'
  /** a value that the product never writes, and the other engine cannot store */
  | 'unfit'
  /** the source lacks migrations of this release, or has some of a later one */
  | 'older'
  | 'newer'
  /** the target has tables of another origin, or a school */
  | 'foreign'
  | 'filled'
  | 'keys-missing'
  | 'other-keys'
  | 'unequal'
  /** all is moved, but the source can still be written */
  | 'not-retired'

export class MoveRefusal extends Error {
  override name = 'MoveRefusal'
  readonly fault: MoveFault
  readonly detail: string

  /** `detail`: path or address, and what is wrong there; no password or personal data. */
  constructor(fault: MoveFault, detail: string) {
    super(`${fault}: ${detail}`)
    this.fault = fault
    this.detail = detail
  }
}
