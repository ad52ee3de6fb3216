import type { Kysely } from '#database/tables.ts'
import { type BatchFacts, type FactsScope, loadFacts, type WaitingRow } from './state.ts'
import { listWaiting, loadSeats, type SeatState } from './waiting-line.ts'

export interface BatchScope extends FactsScope {
  /** a request asks for a place in line, so the students' other waits are read too */
  waits?: boolean
  /** the seats are locked, because the batch writes */
  locked?: boolean
  /** number of enrollments that the batch may end */
  leaving?: number
}

/** Everything that decides the requests of one batch, by id. */
export interface BatchState extends BatchFacts {
  /** seats of moments that have a limit */
  seats: Map<number, SeatState>
  /** waiting entries by `waitingKey`; each decision updates them */
  waiting: Map<string, WaitingRow | MadeWaiting>
}

/** Id of a place in line that this batch gives out and has not written yet. */
export type MadeWaiting = Omit<WaitingRow, 'id'> & { id: number | undefined }

export const waitingKey = ({ user_id, testmoment_id, module_id }: Omit<WaitingRow, 'id' | 'moves' | 'created_at'>) =>
  `${user_id} ${testmoment_id} ${module_id}`

/** Reads everything that decides the requests of a batch at `now` (ms). */
export async function loadState(kysely: Kysely, scope: BatchScope, now: number): Promise<BatchState> {
  const facts = await loadFacts(kysely, scope)
  const waitingEntries = scope.waits ? await listWaiting(kysely, scope.userIds, scope.testmomentIds) : []
  return {
    ...facts,
    seats: await loadSeats(
      kysely,
      facts.moments.values(),
      now,
      scope.locked ? { asking: scope.userIds.length, leaving: scope.leaving ?? 0 } : undefined,
    ),
    waiting: new Map(waitingEntries.map((entry) => [waitingKey(entry), entry])),
  }
}
