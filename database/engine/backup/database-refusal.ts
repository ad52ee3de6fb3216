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
