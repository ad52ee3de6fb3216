import type { ModuleUse } from './module.schema.ts'

/** Control characters, half surrogate pairs, and marks that change the direction of writing. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** Description as stored: one line, without invisible characters. */
export const tidyDescription = (description: string): string =>
  description.normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()

/** Label of a module in lists: 'ALG1 - Algebra 1', or the name alone if it has no description. */
export const moduleLabel = ({ name, description }: { name: string; description: string }): string =>
  description === '' ? name : `${name} - ${description}`

/**
 * - `module-in-use`: other records refer to it, so it can be archived but not deleted
 * - `module-archived`: it must be restored before it can be active again
 */
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
