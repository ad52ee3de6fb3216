import { isPlausibleUsername, readAddress } from '#domain/accounts/account.rules.ts'

export const MAX_STUDENT_NUMBER_LENGTH = 20

const SPACES = /[\p{Z}\p{Cf}\s]+/gu

/** `student-number-shortened`: a spreadsheet wrote it as 1,23457E+06, and the other figures are lost. */
export type UnreadableNumber = 'student-number-unreadable' | 'student-number-too-long' | 'student-number-shortened'

/** `student-number-taken`: another account has it. */
export type StudentNumberRefusal = UnreadableNumber | 'student-number-taken'

/** A column of figures that a program took for quantities; three zeros after a point are thousands. */
const AS_QUANTITY = /(?<=^\d+)[.,]0{1,2}$|(?<=^[\d.]+),0{1,2}$/
const SHORTENED = /^\d(?:[.,]\d*)?E[+-]\d+$|^\d[.,]\d*E\d+$/
/** Placeholders of lists for a missing number: they identify nobody. */
const ZEROS = /^0+$/
/** Marks with which a spreadsheet says that figures are text. */
const APOSTROPHE = /^['’]/

/** The number as it is kept: 's 012.345' is S012345, '123456.0' is 123456, and zeros in front stay. */
export function tidyStudentNumber(typed: string): string {
  const bare = typed.normalize('NFC').replace(SPACES, '').replace(APOSTROPHE, '').toUpperCase()
  return SHORTENED.test(bare) ? bare : bare.replace(AS_QUANTITY, '').replaceAll('.', '')
}

/** Reason why a tidied number cannot be kept; null when there is none. No number at all is not refused. */
export function studentNumberRefusal(tidy: string): UnreadableNumber | null {
  if (SHORTENED.test(tidy)) return 'student-number-shortened'
  if (!/^[A-Z0-9]*$/.test(tidy) || ZEROS.test(tidy)) return 'student-number-unreadable'
  return tidy.length > MAX_STUDENT_NUMBER_LENGTH ? 'student-number-too-long' : null
}

/** A number without the zeros in front, which spreadsheets take from it: by which two may be the same. Empty of zeros alone. */
export const bareNumber = (number: string): string => number.replace(/^0+/, '')

/** Whether one is the other with fewer or more zeros in front, and not the other itself. */
export const differInZeros = (one: string, other: string): boolean =>
  one !== other && bareNumber(one) === bareNumber(other) && bareNumber(one) !== ''

/**
 * Who is meant by a number:
 * - `exact`: they have that very number
 * - `zeros`: nobody has it, and one person alone has it but for zeros in front
 * - `several`: nobody has it, and more than one has it so
 */
export type NumberMatch<Person> =
  | { match: 'exact' | 'zeros'; person: Person }
  | { match: 'several'; people: readonly Person[] }
  | { match: 'none' }

/** Finds the person among these that a tidied number means. The one rule for every list in which numbers stand. */
export function matchNumbers<Person extends { student_number: string | null }>(
  people: Iterable<Person>,
): (number: string) => NumberMatch<Person> {
  const byNumber = new Map<string, Person>()
  const byBare = new Map<string, Person[]>()
  for (const person of people) {
    const number = person.student_number ?? ''
    if (number === '') continue
    byNumber.set(number, person)
    const bare = bareNumber(number)
    byBare.set(bare, [...(byBare.get(bare) ?? []), person])
  }
  return (number) => {
    const exact = byNumber.get(number)
    if (exact) return { match: 'exact', person: exact }
    const bare = bareNumber(number)
    const [person, ...others] = (bare !== '' && byBare.get(bare)) || []
    if (!person) return { match: 'none' }
    return others.length > 0 ? { match: 'several', people: [person, ...others] } : { match: 'zeros', person }
  }
}

/** Key that identifies a person, as an account keeps it. */
export type PersonKey =
  | { kind: 'address'; username: string }
  | { kind: 'number'; student_number: string }
  | { kind: 'unreadable' }

/** Longer than any address with a name before it. */
const MAX_LINE_LENGTH = 500

/** Reads a line of a pasted list: an address, also after a name ('Noor Bos <noor@school.nl>;'), or a student number. */
export function readPersonKey(text: string): PersonKey {
  if (text.length > MAX_LINE_LENGTH) return { kind: 'unreadable' }
  const bare = text.replace(/^[\s,;"]+|[\s,;"]+$/g, '')
  if (bare.includes('@')) {
    const username = readAddress(text).replace(SPACES, '')
    return isPlausibleUsername(username) ? { kind: 'address', username } : { kind: 'unreadable' }
  }
  const student_number = tidyStudentNumber(bare)
  const isReadable = student_number !== '' && studentNumberRefusal(student_number) === null
  return isReadable ? { kind: 'number', student_number } : { kind: 'unreadable' }
}
