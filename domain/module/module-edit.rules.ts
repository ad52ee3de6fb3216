import { tidySchoolName } from '#domain/school-name/school-name.rules.ts'

/**
 * - `module-name-taken`: another module is called so, capitals or not
 * - `module-unknown`: there is no such module
 */
export type ModuleRefusal = 'module-name-taken' | 'module-unknown'

/** Two modules whose names differ in capitals only would be taken for one another. */
export const isSameModuleName = (one: string, other: string): boolean => folded(one) === folded(other)

const folded = (name: string) => tidySchoolName(name).toLowerCase()

/** Control characters, halves of characters, and what changes the direction of writing. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** A description is one line behind the name; what nobody can see in it goes. */
export const tidyDescription = (description: string): string =>
  description.normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
