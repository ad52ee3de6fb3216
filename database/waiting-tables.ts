import type { Generated } from 'kysely'
import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import type { WaitingOutcomeKind } from '#domain/enrollments/waiting.schema.ts'

export interface WaitingTables {
  /** Count of seats taken at a moment with limited seats. */
  seat_count: {
    testmoment_id: number
    /** upper limit of the students enrolled there; written under the lock on the moment’s seats, raised by triggers */
    at_most: number
  }

  /** Student who waits for a seat at a moment, to take this module there. The line of a moment is ordered by id. */
  waiting_entry: {
    /** assigned under the lock on the moment's seats */
    id: Generated<number>
    user_id: number
    testmoment_id: number
    module_id: number
    /** whether to move the student there if they take the module at another moment by then */
    moves: Generated<boolean>
    created_at: string
  }

  /** How a student's wait ended, with the moment's name at that time. */
  waiting_outcome: {
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
    /** when the student dismissed it */
    seen_at: string | null
  }
}
