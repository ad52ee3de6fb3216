import type { z } from 'zod'
import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './outcomes.schema.ts'

/**
 * By the key that the write carried. Changes nothing of the school; that a key was asked about in vain is all that it
 * keeps. Known for 24 hours, to its own sender only.
 */
export const getOutcome = endpoint<typeof schemas.getOutcomeSchemas>('GET', '/outcomes/:key')

/**
 * What became of a write whose answer was lost. `done`: it was carried out and answered `status`. `running`: ask again.
 * `not-received`: nothing was done by this key, and from now on nothing will be: a late original is refused
 * (`write-too-late`).
 */
export type WriteOutcome = ReplyOf<typeof getOutcome>

/** What a write made or changed, by the names of the log. */
export type OutcomeId = z.output<typeof schemas.doneSchema>['ids'][number]
