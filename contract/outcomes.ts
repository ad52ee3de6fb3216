import type { z } from 'zod'
import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './outcomes.schema.ts'

/**
 * Returns the outcome of a write by its key, to its sender only, for 24 hours. An unknown key is stored as used, so that the
 * write cannot be carried out after this reply.
 */
export const getOutcome = endpoint<typeof schemas.getOutcomeSchemas>('GET', '/outcomes/:key')

/**
 * Outcome of a write whose answer was lost. `done`: it was carried out and answered with `status`. `running`: ask again.
 * `not-received`: nothing was done with this key, and nothing will be: a request that arrives later is refused
 * (`write-too-late`).
 */
export type WriteOutcome = ReplyOf<typeof getOutcome>

/** Record that a write made or changed, with the log's name for its kind. */
export type OutcomeId = z.output<typeof schemas.doneSchema>['ids'][number]
