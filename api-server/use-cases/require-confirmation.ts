import { confirmationOf, needsConfirmation } from '#domain/consequence/consequence.rules.ts'
import type { Consequences } from '#domain/consequence/consequence.schema.ts'
import { Problem } from '#server/problem.ts'

/** Throws `confirmation-needed`, with the numbers, unless just these were confirmed. Asked under the locks of the edit. */
export function requireConfirmation(consequences: Consequences, confirmed: string | undefined): void {
  const confirmation = confirmationOf(consequences)
  if (!needsConfirmation(consequences) || confirmed === confirmation) return
  throw new Problem('confirmation-needed', { details: { consequences, confirmation } })
}
