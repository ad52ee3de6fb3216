import { differencesBetween, type Edit, type FieldTexts } from '#domain/edit/differences.ts'
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
  // what is left of an edit without its version is still one
  const differences = differencesBetween<Fields>(yours as unknown as Edit<Fields>, theirs, texts)
  throw new Problem('version-stale', { details: { entity: reply, differences } })
}
