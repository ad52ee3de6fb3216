/** Counted in characters as people see them. */
export const MAX_SCHOOL_NAME_LENGTH = 100

export type SchoolNameRefusal = 'school-name-missing' | 'school-name-too-long' | 'school-name-unreadable'

/** Another school year, department, module or room is called so, capitals or not. */
export type TakenNameRefusal =
  | 'schoolyear-name-taken'
  | 'education-department-name-taken'
  | 'module-name-taken'
  | 'room-name-taken'

/** Line ends and other controls, direction marks, Hangul fillers, and private or unassigned characters. */
export const UNREADABLE =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u061C\u115F\u1160\u200E\u200F\u202A-\u202E\u2066-\u2069\u3164\uFFA0]/u

/** A name needs a visible character: spaces and marks alone are no name. */
export const READABLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Name without repeated spaces and spaces around it, which are never intended. */
export const tidySchoolName = (name: string): string => name.normalize('NFC').trim().replace(/ {2,}/g, ' ')

/** Whether names count as the same: names that differ only in capitals would be confused. */
export const isSameSchoolName = (one: string, other: string): boolean => schoolNameKey(one) === schoolNameKey(other)

export const schoolNameKey = (name: string): string => tidySchoolName(name).toLowerCase()

export function schoolNameRefusal(name: string): SchoolNameRefusal | null {
  const tidy = tidySchoolName(name)
  if (UNREADABLE.test(tidy)) return 'school-name-unreadable'
  if (!READABLE.test(tidy)) return 'school-name-missing'
  return [...tidy].length > MAX_SCHOOL_NAME_LENGTH ? 'school-name-too-long' : null
}

export const schoolNameRefusals = [
  'school-name-missing',
  'school-name-too-long',
  'school-name-unreadable',
] as const satisfies readonly SchoolNameRefusal[]
