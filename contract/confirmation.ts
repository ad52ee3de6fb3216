import type { Consequences } from '#domain/consequence/consequence.schema.ts'
import type { ErrorReply } from './reason.ts'

/** The query of a call that asks first: the `confirmation` that the refusal `confirmation-needed` gave. */
export interface Confirmed {
  confirmed?: string
}

/** What `confirmation-needed` (409) answers: what would happen, and what to send along once that was confirmed. */
export interface ConfirmationNeeded extends ErrorReply {
  reason: 'confirmation-needed'
  consequences: Consequences
  confirmation: string
}
