import type { Generated } from 'kysely'

/** Outcome of a write that carried a key, for 24 hours; see server/outcomes.rationale.md. */
export interface WriteOutcomeTable {
  id: Generated<number>
  /** who asked */
  user_id: number
  /** drawn by their client */
  key: string
  /**
   * hash of method, address and body; null: the key was asked about before any request came, and no write may use it
   * any more
   */
  body_hash: string | null
  /** status of the answer; null with `body_hash` */
  status: number | null
  /** records that were made or changed, as JSON: `OutcomeId[]` */
  ids: string | null
  created_at: string
}
