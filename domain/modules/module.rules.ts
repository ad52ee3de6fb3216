import type { ModuleUse } from './module.schema.ts'

/** Label of a module in lists: 'ALG1 - Algebra 1', or the name alone if it has no description. */
export const moduleLabel = ({ name, description }: { name: string; description: string }): string =>
  description === '' ? name : `${name} - ${description}`

export type ModuleRefusal = 'module-in-use' | 'module-archived'

/** Whether the module can be deleted without loss: no enrollment, completion, wait or moment refers to it. */
export const isUnused = ({ enrollments, completions, waits, testmoments }: ModuleUse): boolean =>
  enrollments + completions + waits + testmoments === 0

interface ModuleState {
  active: boolean
  archived: boolean
}

/** State of a module after an edit. An archived module is inactive, and is still inactive when it is restored. */
export const stateAfter = (
  before: ModuleState,
  { active = before.active, archived = before.archived }: Partial<ModuleState>,
): ModuleState => ({
  archived,
  active: active && !archived && !before.archived,
})
