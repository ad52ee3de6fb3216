import type { TestmomentModuleList } from './managed-testmoment.schema.ts'
import type { TestmomentModule } from './testmoment.schema.ts'

/** A module that a moment lists. */
export type ListedModule = Pick<TestmomentModule, 'id' | 'auto_enroll'>

type Wished = TestmomentModuleList['entities'][number]

/** The list with those named added or changed; a toggle that is not named is off for a new one and else stays. */
export function withModules(listed: readonly ListedModule[], named: readonly Wished[]): ListedModule[] {
  const toggles = new Map(listed.map(({ id, auto_enroll }) => [id, auto_enroll]))
  for (const { id, auto_enroll } of named) toggles.set(id, auto_enroll ?? toggles.get(id) ?? false)
  return [...toggles].map(([id, auto_enroll]) => ({ id, auto_enroll }))
}

/** As `withModules`, and no others. */
export function onlyModules(listed: readonly ListedModule[], named: readonly Wished[]): ListedModule[] {
  const ids = new Set(named.map(({ id }) => id))
  return withModules(listed, named).filter(({ id }) => ids.has(id))
}

/** Those that students are enrolled in automatically from now on, and were not before. */
export function switchedOn(before: readonly ListedModule[], after: readonly ListedModule[]): number[] {
  const were = new Set(before.filter(({ auto_enroll }) => auto_enroll).map(({ id }) => id))
  return after.filter(({ id, auto_enroll }) => auto_enroll && !were.has(id)).map(({ id }) => id)
}

/**
 * Whether a moment offered the module and no longer does, so that enrollments in it go. None listed offers all that are
 * active. What is left of an inactive module stays as long as nobody takes it from the list.
 */
export function isWithdrawn(
  module: { id: number; active: boolean },
  { before, after }: { before: readonly ListedModule[]; after: readonly ListedModule[] },
): boolean {
  const lists = (modules: readonly ListedModule[]) => modules.some(({ id }) => id === module.id)
  if (after.length === 0) return lists(before) && !module.active
  return (before.length === 0 || lists(before)) && !lists(after)
}
