import { withChanges } from '#domain/entities/differences.ts'
import { trimText } from '#domain/entities/text.rules.ts'
import type { Named } from './names.ts'
import { studentNumberRefusal, tidyStudentNumber } from './student-number.rules.ts'
import type { UserEdit, UserFields } from './user.schema.ts'

/** Code points of the composed form, so that é counts once however it was typed. */
export const MAX_NAME_LENGTH = 100

export const MAX_CLASS_GROUP_LENGTH = 40

export type NameRefusal = 'name-missing' | 'name-too-long' | 'name-unreadable'

/**
 * Line ends and other controls, lone surrogates and direction marks, which hide or forge text on an attendance list, and Hangul
 * fillers, which are letters but invisible. Joiners are allowed: Persian and Hindi names need them.
 */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u115F\u1160\u200E\u200F\u202A-\u202E\u2066-\u2069\u3164\uFFA0]/u

/** A name needs a letter or digit: spaces and marks alone, visible or not, are no name. */
const READABLE = /[\p{L}\p{N}]/u

/** Invisible characters that no language needs inside a name; joiners are needed. */
const UNNEEDED = /[\u00AD\u200B\u2060\uFEFF]/g

/** Name as stored: composed, with single plain spaces between its parts and none around it. */
export const tidyName = (name: string): string =>
  trimText(
    name
      .replace(UNNEEDED, '')
      .normalize('NFC')
      .replace(/\p{Zs}+/gu, ' '),
  )

export function nameRefusal(name: string): NameRefusal | null {
  const tidy = tidyName(name)
  if (UNREADABLE.test(tidy)) return 'name-unreadable'
  if (!READABLE.test(tidy)) return 'name-missing'
  if ([...tidy].length > MAX_NAME_LENGTH) return 'name-too-long'
  return null
}

/** Somebody with one name has an empty other one, even if a dash or a point was typed. */
export function tidyNames({ first_name, last_name }: Named): Named {
  const names = { first_name: tidyName(first_name), last_name: tidyName(last_name) }
  if (nameRefusal(first_name) === 'name-missing') names.first_name = ''
  if (nameRefusal(last_name) === 'name-missing') names.last_name = ''
  return names
}

type NameRefusals = Record<keyof Named, NameRefusal | null>

/** Reasons why each name can't be stored. One name suffices; if both are missing the first is refused. */
export function nameRefusals({ first_name, last_name }: Named): NameRefusals {
  const [first, last] = [nameRefusal(first_name), nameRefusal(last_name)]
  return {
    first_name: first === 'name-missing' && last !== 'name-missing' ? null : first,
    last_name: last === 'name-missing' ? null : last,
  }
}

export function namesRefusal(names: Named): NameRefusal | null {
  const { first_name, last_name } = nameRefusals(names)
  return first_name ?? last_name
}

export type ClassGroupRefusal = 'class-group-too-long' | 'class-group-unreadable'

/** Class group as stored: null if empty, or if only a dash is typed. */
export function keptClassGroup(typed: string | null): string | null {
  const tidy = tidyName(typed ?? '')
  return nameRefusal(tidy) === 'name-missing' ? null : tidy
}

/** Reason why a class group cannot be kept; null if there is none. No class group at all is not refused. */
export function classGroupRefusal(typed: string | null): ClassGroupRefusal | null {
  const classGroup = keptClassGroup(typed)
  if (classGroup === null) return null
  if (nameRefusal(classGroup) === 'name-unreadable') return 'class-group-unreadable'
  return [...classGroup].length > MAX_CLASS_GROUP_LENGTH ? 'class-group-too-long' : null
}

export type OnboardingRefusal = 'education-department-unavailable' | 'information-incomplete' | 'onboarding-done'

interface Information extends Named {
  education_department_id: number | null
}

/** Whether the information can be confirmed: attendance lists need a name, and enrolling needs the department. */
export const isComplete = ({ first_name, last_name, education_department_id }: Information): boolean =>
  namesRefusal({ first_name, last_name }) === null && education_department_id !== null

type Identity = Pick<UserEdit, 'first_name' | 'last_name' | 'student_number' | 'class_group'>

/** A value that stays as it is passes: an account can be activated before its owner has filled in any name. */
export function newIdentityRefusals(edit: Identity, user: Identity) {
  const isAsItWas = (name: keyof Named) => tidyName(edit[name]) === user[name]
  const refusals = nameRefusals(edit)
  const isLost = refusals.first_name === 'name-missing' && !isAsItWas('last_name')
  return {
    first_name: isAsItWas('first_name') && !isLost ? null : refusals.first_name,
    last_name: isAsItWas('last_name') ? null : refusals.last_name,
    student_number: studentNumberRefusal(tidyStudentNumber(edit.student_number ?? '')),
    class_group: classGroupRefusal(edit.class_group ?? null),
  }
}

/** Student number as stored; null for none, so that many users can have none. */
export const keptStudentNumber = (typed: string | null): string | null => tidyStudentNumber(typed ?? '') || null

/** Only the first role is set, as in the form; if it is the user's first role already, all their roles stay. */
export function editedUser({ version, ...edit }: UserEdit, user: UserFields): UserFields {
  const [role] = edit.roles ?? []
  const keepsRoles = role === undefined || edit.roles?.join() === user.roles.join()
  return {
    ...withChanges<UserFields>(user, edit),
    ...tidyNames(edit),
    student_number: edit.student_number === undefined ? user.student_number : keptStudentNumber(edit.student_number),
    class_group: edit.class_group === undefined ? user.class_group : keptClassGroup(edit.class_group),
    roles: keepsRoles ? user.roles : [role],
  }
}
