import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'

/** Lists of different lengths make different texts, so the number needs a bound; a statement takes some 5 kB. */
const LIMIT = 500

/** After these a kept statement may have other columns than when it was prepared. */
const CHANGES_SCHEMA = /^\s*(create|alter|drop|rollback)\b/i

/** Prepares each text once: preparing costs more than running for most of our questions. */
export class StatementCache {
  readonly #file: DatabaseSync
  readonly #statements = new Map<string, CachedStatement>()

  constructor(file: DatabaseSync) {
    this.#file = file
  }

  get(sql: string): CachedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = new CachedStatement(this.#file.prepare(sql))
    if (CHANGES_SCHEMA.test(sql)) this.#statements.clear()
    else this.#keep(sql, statement)
    return statement
  }

  #keep(sql: string, statement: CachedStatement): void {
    if (this.#statements.size === LIMIT) {
      const [oldest = ''] = this.#statements.keys()
      this.#statements.delete(oldest)
    }
    this.#statements.set(sql, statement)
  }

  clear(): void {
    this.#statements.clear()
  }
}

export type Row = Record<string, unknown>

/** A prepared statement that speaks of booleans where the table declares them; SQLite itself keeps 0 and 1. */
class CachedStatement {
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
