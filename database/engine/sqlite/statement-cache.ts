import type { DatabaseSync } from 'node:sqlite'
import type { SqliteDatabase } from 'kysely'
import { CachedStatement } from './cached-statement.ts'

/** Lists of different lengths make different texts, so the number needs a bound; a statement takes some 5 kB. */
const LIMIT = 500

/** After these a kept statement may have other columns than when it was prepared. */
const CHANGES_SCHEMA = /^\s*(create|alter|drop|rollback)\b/i

/** Prepares each text once: preparing costs more than running for most of our questions. */
export class StatementCache implements SqliteDatabase {
  readonly #file: DatabaseSync
  readonly #statements = new Map<string, CachedStatement>()

  constructor(file: DatabaseSync) {
    this.#file = file
  }

  prepare(sql: string): CachedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = new CachedStatement(this.#file.prepare(sql))
    if (CHANGES_SCHEMA.test(sql)) this.#statements.clear()
    else this.#keep(sql, statement)
    return statement
  }

  close(): void {
    this.#statements.clear()
    this.#file.close()
  }

  #keep(sql: string, statement: CachedStatement): void {
    const [oldest] = this.#statements.keys()
    if (oldest !== undefined && this.#statements.size >= LIMIT) this.#statements.delete(oldest)
    this.#statements.set(sql, statement)
  }
}
