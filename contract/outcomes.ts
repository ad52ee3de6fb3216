import type { z } from 'zod'
import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './outcomes.schema.ts'

/**
 * Outcome of a write by the key that it carried. Only the question itself is recorded, when the key is unknown. Kept
 * for 24 hours, for the sender only.
 */
export const getOutcome = endpoint<typeof schemas.getOutcomeSchemas>('GET', '/outcomes/:key')

/**
 * Outcome of a write whose answer was lost. `done`: it was carried out and answered `status`. `running`: ask again.
 * `not-received`: nothing was done by this key, and from now on nothing will be: a late original is refused
 * (`write-too-late`).
 */
export type WriteOutcome = ReplyOf<typeof getOutcome>

/** Record that a write made or changed, under the resource names of the log. */
export type OutcomeId = z.output<typeof schemas.doneSchema>['ids'][number]
