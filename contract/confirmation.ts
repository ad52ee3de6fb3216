import type { Consequences } from '#domain/entities/consequence.schema.ts'
import type { ErrorReply } from './reason.ts'

/** Instead of a confirmation, by who has none yet and wishes to be asked first about any big change. */
export const ASK_FIRST = 'ask'

/**
 * The query of a call that asks first: the `confirmation` that the refusal `confirmation-needed` gave, or `ASK_FIRST`.
 * Without it only what takes something from students is asked about.
 */
export interface Confirmed {
  confirmed?: string
}

/** What `confirmation-needed` (409) answers: what would happen, and what to send along once that was confirmed. */
export interface ConfirmationNeeded extends ErrorReply {
  reason: 'confirmation-needed'
  consequences: Consequences
  confirmation: string
}
