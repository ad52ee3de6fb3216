/** Values that both engines return: days and instants are text too, see database/tables.ts. */
export type Value = string | number | boolean | null

/** The values of a row, in the order of its table's columns. */
export type Row = readonly Value[]

/** A table as the database itself describes it, so that none can be forgotten. */
export interface Table {
  readonly name: string
  /** in the order of their names: the engines may have them in another */
  readonly columns: readonly string[]
  /** the columns of the primary key, by which rows are sorted */
  readonly key: readonly string[]
  /** its `id` is given by the database */
  readonly isNumbered: boolean
}

/** Rows that are in memory at a time, of each database. */
export const PAGE = 1_000

/**
 * Tables that migrations fill: the move empties them for the school's own rows, and they are no sign that the database
 * is in use.
 */
export const FILLED_BY_MIGRATION: readonly string[] = ['school_state']

/** Tables of the Migrator itself: created again, not moved. */
export const OF_THE_MIGRATOR: readonly string[] = ['kysely_migration', 'kysely_migration_lock']

/** One of the two databases of a move: what both can be asked. */
export interface MovingDatabase {
  /** its path, or its host and name: for people to read, without a password */
  readonly place: string
  /** the steps that made its tables, by name; of an empty database none */
  migrations(): Promise<string[]>
  /** all that hold the school, in the order of their names */
  tables(): Promise<Table[]>
  count(table: Table): Promise<number>
  /** All rows in the order of their keys, letter by letter; a page at a time, so that a large school takes no more memory. */
  pages(table: Table): AsyncIterable<readonly Row[]>
  /** which `id` the next new row gets */
  nextNumber(table: Table): Promise<number>
  /** Lets go of it. What was not kept leaves no trace. */
  close(): Promise<void>
}

/** Where the school is. From when it is opened until it is closed nobody else writes there. */
export interface MovingSource extends MovingDatabase {
  /**
   * The school lives elsewhere from now on: a process that opens this database, or waited to write there, can read it and write
   * nothing. False where that was not allowed. Closed by it. Rejects where it failed: all can write as before, once it is closed.
   */
  retire(): Promise<boolean>
}

/** Where it goes. Others see all of it at once, when it is kept, or nothing. */
export interface MovingTarget extends MovingDatabase {
  /** Makes this release's tables, as yet without what would slow down or change the rows that come: indexes, references, triggers. */
  prepare(): Promise<void>
  insert(table: Table, rows: readonly Row[]): Promise<void>
  continueFrom(table: Table, next: number): Promise<void>
  /** Makes what was left out, and looks whether every reference leads somewhere. */
  complete(): Promise<void>
  /** To the disk and for all to see. Gives back where an older database, that the school had left, was put aside. */
  keep(): Promise<string | undefined>
}

/** Why nothing was moved, or not to its end; in Dutch in scripts/move/refusals.ts. */
export type MoveFault =
  /** both are SQLite, or both are PostgreSQL */
  | 'same-engine'
  /** there is no database, or no table in it */
  | 'missing'
  | 'in-use'
  /** the address is a pooler's */
  | 'pooled'
  /** the school has left here before */
  | 'moved-away'
  /** nobody may make tables there by this address */
  | 'forbidden'
  | 'damaged'
  /** a value that the product never writes, and the other engine does not keep */
  | 'unfit'
  /** the source lacks steps of this release, or has some of a later one */
  | 'older'
  | 'newer'
  /** the target has tables that this release did not make, or a school */
  | 'foreign'
  | 'filled'
  | 'keys-missing'
  | 'other-keys'
  | 'unequal'
  /** all is moved, and the source can still be written */
  | 'not-retired'

export class MoveRefusal extends Error {
  override name = 'MoveRefusal'
  readonly fault: MoveFault
  readonly detail: string

  /** `detail`: the path or address, and what is wrong there; no password, and nothing of a person. */
  constructor(fault: MoveFault, detail: string) {
    super(`${fault}: ${detail}`)
    this.fault = fault
    this.detail = detail
  }
}
