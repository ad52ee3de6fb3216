/** Counted in characters as people see them. */
export const MAX_SCHOOL_NAME_LENGTH = 100

/** Why a school year, department or module cannot be called so. */
export type SchoolNameRefusal = 'school-name-missing' | 'school-name-too-long' | 'school-name-unreadable'

/** Control characters, what changes the direction of writing, and characters that have no meaning. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** Spaces in a row, and around it, are nobody's intention. */
export const tidySchoolName = (name: string): string => name.normalize('NFC').trim().replace(/ {2,}/g, ' ')

export function schoolNameRefusal(name: string): SchoolNameRefusal | null {
  const tidy = tidySchoolName(name)
  if (tidy === '') return 'school-name-missing'
  if (UNREADABLE.test(tidy)) return 'school-name-unreadable'
  return [...tidy].length > MAX_SCHOOL_NAME_LENGTH ? 'school-name-too-long' : null
}
