/** Counted in characters as people see them. */
export const MAX_SCHOOL_NAME_LENGTH = 100

/** Why a school year, department or module cannot be called so. */
export type SchoolNameRefusal = 'school-name-missing' | 'school-name-too-long' | 'school-name-unreadable'

/** Another school year, department, module or room is called so, capitals or not. */
export type TakenNameRefusal =
  | 'schoolyear-name-taken'
  | 'education-department-name-taken'
  | 'module-name-taken'
  | 'room-name-taken'

/** Control characters, what changes the direction of writing, and characters that have no meaning. */
export const UNREADABLE =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u061C\u115F\u1160\u200E\u200F\u202A-\u202E\u2066-\u2069\u3164\uFFA0]/u

/** Spaces and marks alone, also those that have no width, are no name. */
export const READABLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Spaces in a row, and around it, are nobody's intention. */
export const tidySchoolName = (name: string): string => name.normalize('NFC').trim().replace(/ {2,}/g, ' ')

/** Two whose names differ in capitals only would be taken for one another. */
export const isSameSchoolName = (one: string, other: string): boolean => schoolNameKey(one) === schoolNameKey(other)

/** Key that two spellings of the same name share. */
export const schoolNameKey = (name: string): string => tidySchoolName(name).toLowerCase()

export function schoolNameRefusal(name: string): SchoolNameRefusal | null {
  const tidy = tidySchoolName(name)
  if (UNREADABLE.test(tidy)) return 'school-name-unreadable'
  if (!READABLE.test(tidy)) return 'school-name-missing'
  return [...tidy].length > MAX_SCHOOL_NAME_LENGTH ? 'school-name-too-long' : null
}
