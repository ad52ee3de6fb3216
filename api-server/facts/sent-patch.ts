import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'

/** Changes to an enrollment that a system of the school sends. Omitted fields stay unchanged. */
export interface SentPatch {
  connectionId: number
  enrollment: { id: number; user_id: number; testmoment_id: number }
  /** null takes back the result that it sent */
  result?: ResultValue | null | undefined
  /** whether students may see it: the other system may say that it is not final */
  isFinal: boolean
  attendance?: PresenceStatus | undefined
}

/**
 * `gone`: the enrollment ended; `revoked`: so is the connection; `not-yet`: before the first test day; `held`: a result that
 * only a person may change. Nothing was written then, but of the last a line in the log.
 */
export type Received =
  | { refused: 'gone' | 'revoked' | 'not-yet' | 'held' }
  | {
      refused: null
      result: 'none' | 'same' | 'draft' | 'published' | 'taken-back' | 'nothing'
      attendance: 'none' | 'same' | 'counted' | 'overruled'
    }
