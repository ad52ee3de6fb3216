import type { Pool, PoolClient } from 'pg'
import type { EngineLoad } from '../engine.ts'

/**
 * The pools of one or more servers of which one is the primary, where all is written and read. It is looked for only when
 * a new connection is needed and the last known one gives none: a standby refuses as well (see `learnSession`).
 */
export class ServerPools {
  readonly #pools: readonly Pool[]
  readonly #timeout: number
  #primary = 0

  /** `timeout` in ms, for all servers together */
  constructor(pools: readonly Pool[], timeout: number) {
    this.#pools = pools
    this.#timeout = timeout
  }

  async connect(): Promise<PoolClient> {
    // A machine that is gone without a word takes the timeout of one connection: who asks next tries the other.
    const enough = performance.now() + this.#timeout / 2
    for (let tried = 1; ; tried++) {
      const index = this.#primary
      try {
        return await this.#at(index).connect()
      } catch (error) {
        if (isOwnCrowd(error)) throw error
        // Others that failed at the same server meanwhile may have gone on already.
        if (this.#primary === index) this.#primary = (index + 1) % this.#pools.length
        if (tried === this.#pools.length || performance.now() > enough) throw error
      }
    }
  }

  get load(): EngineLoad {
    const all = (count: (pool: Pool) => number) => this.#pools.reduce((sum, pool) => sum + count(pool), 0)
    const idle = all((pool) => pool.idleCount)
    const waiting = all((pool) => pool.waitingCount)
    return { engine: 'postgres', inUse: all((pool) => pool.totalCount) - idle, idle, waiting }
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()))
  }

  #at(index: number): Pool {
    const pool = this.#pools[index]
    if (!pool) throw new RangeError('A database needs a server.')
    return pool
  }
}

/** All connections are taken: that says nothing of the server. pg-pool gives it no code. */
const isOwnCrowd = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'
