import { confirmationOf, isBig, takesSomething } from '#domain/consequences/consequence.rules.ts'
import type { Consequences } from '#domain/consequences/consequence.schema.ts'
import { differencesBetween, type Edit, type FieldTexts } from '#domain/entities/differences.ts'
import { Problem } from '#server/problem.ts'

/**
 * Throws `version-stale` when the edit names another version than the entity has: somebody else was first. With the
 * entity as it is now (`reply`) and what differs, in Dutch. Asked under the locks of the edit.
 */
export function requireVersion<Fields extends object>(
  { version, ...yours }: Edit<Fields> & { version?: number | undefined },
  theirs: Fields & { version: number },
  { texts, reply }: { texts: FieldTexts<Fields>; reply: unknown },
): void {
  if (version === undefined || version === theirs.version) return
  // an edit without its version is still an edit
  const differences = differencesBetween<Fields>(yours as unknown as Edit<Fields>, theirs, texts)
  throw new Problem('version-stale', { details: { entity: reply, differences } })
}

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
