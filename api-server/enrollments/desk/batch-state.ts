import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { type BatchFacts, type FactsScope, loadFacts, type WaitingRow } from './state.ts'
import { listWaiting, loadSeats, type SeatState } from './waiting-line.ts'

export interface BatchScope extends FactsScope {
  /** somebody asks for a place in line, so it matters where these students wait already */
  waits?: boolean
  /** their seats are locked: it is no mere look */
  locked?: boolean
  /** how many enrollments it may end */
  leaving?: number
}

/** All that the decisions of one batch may depend on, by id. */
export interface BatchState extends BatchFacts {
  /** seats of its limited moments */
  seats: Map<number, SeatState>
  /** entries by `waitingKey`; changes with each decision */
  waiting: Map<string, WaitingRow | MadeWaiting>
}

/** A place in line that the batch itself gives: it has no id before it is written. */
export type MadeWaiting = Omit<WaitingRow, 'id'> & { id: number | undefined }

export const waitingKey = ({ user_id, testmoment_id, module_id }: Omit<WaitingRow, 'id' | 'moves' | 'created_at'>) =>
  `${user_id} ${testmoment_id} ${module_id}`

/** Reads all that the decisions of a batch at `now` (ms) may depend on. */
export async function loadState(kysely: Kysely<Tables>, scope: BatchScope, now: number): Promise<BatchState> {
  const facts = await loadFacts(kysely, scope)
  const held = scope.waits ? await listWaiting(kysely, scope.userIds, scope.testmomentIds) : []
  return {
    ...facts,
    seats: await loadSeats(
      kysely,
      facts.moments.values(),
      now,
      scope.locked ? { asking: scope.userIds.length, leaving: scope.leaving ?? 0 } : undefined,
    ),
    waiting: new Map(held.map((entry) => [waitingKey(entry), entry])),
  }
}
