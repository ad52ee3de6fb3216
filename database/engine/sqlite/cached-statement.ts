import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'

export type Row = Record<string, unknown>

/** A prepared statement that speaks of booleans where the table declares them; SQLite itself keeps 0 and 1. */
export class CachedStatement {
  readonly #statement: StatementSync
  readonly #names: readonly string[]
  readonly #booleans: readonly string[]

  constructor(statement: StatementSync) {
    const columns = statement.columns()
    this.#statement = statement
    this.#names = columns.map((column) => column.name)
    this.#booleans = columns.filter((column) => column.type?.toLowerCase() === 'boolean').map((column) => column.name)
    // Arrays made into objects here are a third faster than node:sqlite's own objects, which lack a prototype.
    statement.setReturnArrays(true)
  }

  execute(parameters: readonly unknown[]): QueryResult<Row> {
    const values = parameters.map(bindable)
    if (this.#names.length > 0) return { rows: this.#statement.all(...values).map((row) => this.#named(row)) }
    return { rows: [], numAffectedRows: BigInt(this.#statement.run(...values).changes) }
  }

  #named(values: Readonly<Record<number, unknown>>): Row {
    const row: Row = {}
    for (let index = 0; index < this.#names.length; index++) row[this.#names[index] ?? ''] = values[index]
    for (const name of this.#booleans) if (row[name] !== null) row[name] = row[name] === 1
    return row
  }
}

function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || value === null)
    return value
  if (typeof value === 'boolean') return value ? 1 : 0
  throw new TypeError(`The database keeps text, numbers, booleans and null, not this ${typeof value}.`)
}
