import type { Generated } from 'kysely'

/** Outcome of a write that carried a key, for 24 hours; see server/outcomes.rationale.md. */
export interface WriteOutcomeTable {
  id: Generated<number>
  /** user who made the request */
  user_id: number
  /** made by their client */
  key: string
  /**
   * hash of method, address and body; null if the client asked about the key before any request arrived, after which no write
   * may use it
   */
  body_hash: string | null
  /** status of the reply; null with `body_hash` */
  status: number | null
  /** ids of records that were made or changed, as JSON: `OutcomeId[]` */
  ids: string | null
  created_at: string
}
