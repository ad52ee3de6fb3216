import { type BatchWatch, inBatches } from '#api-server/platform/batching.ts'
import type { Change } from '#database/changes/change.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { DeskAnswer, DeskRequest } from './desk-request.ts'
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

export interface DeskOptions {
  database: Database
  /** ms since the epoch */
  clock: () => number
  /** Hears of each batch once it is committed. */
  tell?: (changes: readonly Change[]) => void
  /** Tests show with another one that it is the lock that keeps the limits. */
  lock?: LockRows
  watch?: BatchWatch
}

/** Where all enrolling and leaving passes, batch by batch. */
export function openEnrollmentDesk({
  database,
  clock,
  tell = () => undefined,
  lock = lockRows,
  watch,
}: DeskOptions): EnrollmentDesk {
  const handle = inBatches<DeskRequest, DeskAnswer>({
    run: async (requests) => {
      const { answers, changes } = await database.transaction((trx) => handleBatch(trx, requests, { lock, clock }))
      tell(changes)
      return answers
    },
    isUnavailable: database.isUnavailable,
    size: BATCH,
    places: PLACES,
    watch,
  })
  return { handle }
}
