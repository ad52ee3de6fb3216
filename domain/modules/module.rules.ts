import type { ModuleUse } from './module.schema.ts'

/** Control characters, halves of characters, and what changes the direction of writing. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** A description is one line behind the name; what nobody can see in it goes. */
export const tidyDescription = (description: string): string =>
  description.normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()

/** A module as people choose it: 'ALG1 - Algebra 1'; its name alone while nobody has described it. */
export const moduleLabel = ({ name, description }: { name: string; description: string }): string =>
  description === '' ? name : `${name} - ${description}`

/**
 * - `module-in-use`: something hangs on it, so that it can be archived and not deleted
 * - `module-archived`: it is to be brought back before it is in use again
 */
export type ModuleRefusal = 'module-in-use' | 'module-archived'

/** Nothing that happened is lost with it: students, moments and lines know nothing of it. */
export const isUnused = ({ enrollments, completions, waits, testmoments }: ModuleUse): boolean =>
  enrollments + completions + waits + testmoments === 0

interface ModuleState {
  active: boolean
  archived: boolean
}

/** How a module is after an edit: archived it is out of use, and it comes back so. */
export const stateAfter = (
  before: ModuleState,
  { active = before.active, archived = before.archived }: Partial<ModuleState>,
): ModuleState => ({
  archived,
  active: active && !archived && !before.archived,
})
