import type { Database } from '#database/engine/open-database.ts'
import { confirmationOf, isBig, takesSomething } from '#domain/consequences/consequence.rules.ts'
import type { Consequences } from '#domain/consequences/consequence.schema.ts'
import { differencesBetween, type Edit, type FieldTexts } from '#domain/entities/differences.ts'
import { Problem } from '#server/problem.ts'

/** Makes a change, and refuses a taken name or number by what the database says: a check before it misses simultaneous changes. */
export const refusingTaken = <Done>(
  database: Pick<Database, 'isUniqueViolation'>,
  reason: 'room-name-taken' | 'module-name-taken' | 'student-number-taken',
  change: () => Promise<Done>,
): Promise<Done> =>
  change().catch((error: unknown) => {
    throw database.isUniqueViolation(error) ? new Problem(reason) : error
  })

/**
 * Throws `version-stale` if the edit has another version than the entity, since somebody else edited it first. The error holds
 * the present entity (`reply`) and the differences in Dutch. Call it under the locks of the edit.
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
 * Throws `confirmation-needed`, with the counts, unless exactly these were confirmed. Call it under the locks of the edit, even
 * after the edit: the throw rolls it back. A call without `confirmed` is asked only about what it takes from students; its
 * other changes are made at once, as for a call without a `version`.
 */
export function requireConfirmation(consequences: Consequences, confirmed: string | undefined): void {
  const confirmation = confirmationOf(consequences)
  const asks = confirmed === undefined ? takesSomething(consequences) : isBig(consequences)
  if (!asks || confirmed === confirmation) return
  throw new Problem('confirmation-needed', { details: { consequences, confirmation } })
}
