import type { Generated } from 'kysely'
import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import type { WaitingOutcomeKind } from '#domain/enrollments/waiting.schema.ts'

// The tables of limited seats and who waits for one: part of `Tables` in database/tables.ts.

/** Seats taken at a limited moment, once they were counted. */
export interface SeatCountTable {
  testmoment_id: number
  /** no more students than this are enrolled there; written under the lock on the moment’s seats, and added to by triggers */
  at_most: number
}

/** A student who waits for a seat at a moment, to take this module there. The line of a moment is in the order of ids. */
export interface WaitingEntryTable {
  /** given under the lock on the moment's seats */
  id: Generated<number>
  user_id: number
  testmoment_id: number
  module_id: number
  /** whether they are to be moved there, should they take the module at another moment by then */
  moves: Generated<boolean>
  created_at: string
}

/** How it ended for who waited, and at which moment as it was then called. */
export interface WaitingOutcomeTable {
  id: Generated<number>
  user_id: number
  module_id: number
  /** null once it is deleted */
  testmoment_id: number | null
  outcome: WaitingOutcomeKind
  date: string
  duration: Duration
  location: string | null
  starts_at: string | null
  ends_at: string | null
  created_at: string
  /** when the student put it away */
  seen_at: string | null
}
