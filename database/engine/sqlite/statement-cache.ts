import type { DatabaseSync } from 'node:sqlite'
import { CachedStatement } from './cached-statement.ts'

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
