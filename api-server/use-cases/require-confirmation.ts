import { confirmationOf, isBig, takesSomething } from '#domain/consequence/consequence.rules.ts'
import type { Consequences } from '#domain/consequence/consequence.schema.ts'
import { Problem } from '#server/problem.ts'

/**
 * Throws `confirmation-needed`, with the numbers, unless just these were confirmed. Asked under the locks of the edit,
 * also once all of it was done: what throws undoes it. A call that says nothing of confirming is asked only about what
 * it would take from students: it makes its other changes at once, as one without a `version` does.
 */
export function requireConfirmation(consequences: Consequences, confirmed: string | undefined): void {
  const confirmation = confirmationOf(consequences)
  const asks = confirmed === undefined ? takesSomething(consequences) : isBig(consequences)
  if (!asks || confirmed === confirmation) return
  throw new Problem('confirmation-needed', { details: { consequences, confirmation } })
}
