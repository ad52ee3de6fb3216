import type { Change } from '#database/changes/change.ts'
import type { Database } from '#database/engine/open-database.ts'
import { Problem, unavailable } from '#server/problem.ts'
import type { DeskAnswer, DeskRequest } from './desk-request.ts'
import type { DeskWatch } from './desk-watch.ts'
import { handleBatch } from './handle-batch.ts'
import { type LockRows, lockRows } from './lock-rows.ts'

/** More make a transaction long for the student who came first, and win little: the fsync is shared by then. */
const BATCH = 100

/** About half a second of work; who comes behind is asked to come back. */
const PLACES = 2_000

export interface EnrollmentDesk {
  /** Settles once the outcome is durable. Rejects with the `Problem` that says why not. */
  handle(request: DeskRequest): Promise<DeskAnswer>
}

interface Waiting {
  request: DeskRequest
  resolve: (answer: DeskAnswer) => void
  reject: (error: unknown) => void
  /** when it came, in ms of `performance.now()` */
  since: number
}

export interface DeskOptions {
  database: Database
  /** ms since the epoch */
  clock: () => number
  /** Hears of each batch once it is committed. */
  tell?: (changes: readonly Change[]) => void
  /** Tests show with another one that it is the lock that keeps the limits. */
  lock?: LockRows
  watch?: DeskWatch
}

/**
 * Where all enrolling and leaving passes. Requests that arrive while a transaction runs are handled together in the
 * next, so that one commit serves many; a lone request waits for nobody.
 */
export function openEnrollmentDesk({
  database,
  clock,
  tell = () => undefined,
  lock = lockRows,
  watch,
}: DeskOptions): EnrollmentDesk {
  let waiting: Waiting[] = []
  let working = false
  watch?.queue(() => waiting.length)

  const work = async () => {
    while (waiting.length > 0) {
      await arrivals()
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      const began = performance.now()
      watch?.began(batch.length, began - (batch[0]?.since ?? began))
      await serve(batch)
      watch?.ended(performance.now() - began)
    }
    working = false
  }

  /** Goes on as long as each turn of the event loop brings requests: a crowd comes as one batch, one alone starts next turn. */
  const arrivals = async () => {
    for (let before = -1; before < waiting.length && waiting.length < BATCH; ) {
      before = waiting.length
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }

  /** Who waited behind them would wait as long again, batch after batch, and hear the same. */
  const turnAway = (batch: readonly Waiting[], error: unknown) => {
    const all = [...batch, ...waiting]
    waiting = []
    for (const { reject } of all) reject(error)
  }

  /** One row that the database refuses must not fail the others: halves are tried apart until it stands alone. */
  const serve = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const requests = batch.map(({ request }) => request)
      const { answers, changes } = await database.transaction((trx) => handleBatch(trx, requests, { lock, clock }))
      tell(changes)
      answers.forEach((answer, index) => {
        settle(batch[index], answer)
      })
    } catch (error) {
      if (database.isUnavailable(error)) return turnAway(batch, error)
      if (batch.length === 1) return batch[0]?.reject(error)
      const middle = Math.ceil(batch.length / 2)
      await serve(batch.slice(0, middle))
      await serve(batch.slice(middle))
    }
  }

  return {
    handle: async (request) => {
      if (waiting.length >= PLACES) throw unavailable()
      return new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject, since: performance.now() })
        if (working) return
        working = true
        void work()
      })
    },
  }
}

function settle(waiting: Waiting | undefined, answer: DeskAnswer | Problem): void {
  if (answer instanceof Problem) waiting?.reject(answer)
  else waiting?.resolve(answer)
}
