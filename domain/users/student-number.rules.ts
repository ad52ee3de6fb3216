import { isPlausibleUsername, readAddress } from '#domain/accounts/account.rules.ts'
import { groupBy } from '#domain/entities/groups.ts'

export const MAX_STUDENT_NUMBER_LENGTH = 20

const SPACES = /[\p{Z}\p{Cf}\s]+/gu

/** `student-number-shortened`: a spreadsheet wrote it as 1,23457E+06, and the other digits are lost. */
export type UnreadableNumber = 'student-number-unreadable' | 'student-number-too-long' | 'student-number-shortened'

export type StudentNumberRefusal = UnreadableNumber | 'student-number-taken'

/** Zero decimals that a program added because it took the number for a quantity. Three zeros after a point are thousands. */
const AS_QUANTITY = /^(?:(\d+)[.,]|([\d.]+),)0{1,2}$/
const SHORTENED = /^\d(?:[.,]\d*)?E[+-]\d+$|^\d[.,]\d*E\d+$/
/** Placeholder for a missing number in lists; it identifies nobody. */
const ZEROS = /^0+$/
/** Marks with which a spreadsheet, or an export of Brightspace or Sakai, says that digits are text. */
const TEXT_MARK = /^['’#]/

/** Number as stored: 's 012.345' is S012345, '123456.0' is 123456, and leading zeros stay. */
export function tidyStudentNumber(typed: string): string {
  const bare = typed.normalize('NFC').replace(SPACES, '').replace(TEXT_MARK, '').toUpperCase()
  return SHORTENED.test(bare) ? bare : bare.replace(AS_QUANTITY, '$1$2').replaceAll('.', '')
}

/** Reason why a tidied number can't be stored; null if there is none. An empty number is not refused. */
export function studentNumberRefusal(tidy: string): UnreadableNumber | null {
  if (SHORTENED.test(tidy)) return 'student-number-shortened'
  if (!/^[A-Z0-9]*$/.test(tidy) || ZEROS.test(tidy)) return 'student-number-unreadable'
  return tidy.length > MAX_STUDENT_NUMBER_LENGTH ? 'student-number-too-long' : null
}

/** Number without leading zeros, which spreadsheets remove, to compare numbers. Empty for zeros only. */
export const bareNumber = (number: string): string => number.replace(/^0+/, '')

export const differInZeros = (one: string, other: string): boolean =>
  one !== other && bareNumber(one) === bareNumber(other) && bareNumber(one) !== ''

/**
 * Users found by a number:
 * - `exact`: the one who has exactly that number
 * - `zeros`: nobody has it, and only one user has it apart from leading zeros
 * - `several`: nobody has it, and several users have it apart from leading zeros
 */
export type NumberMatch<Person> =
  | { match: 'exact' | 'zeros'; person: Person }
  | { match: 'several'; people: readonly Person[] }
  | { match: 'none' }

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

/** One or two letters before the figures, as in s0012345: many schools write them in addresses and not in numbers. */
const LETTER = /^[A-Z]{1,2}(?=\d{3,}$)/

/** Number without a letter before its figures and without leading zeros. */
export const figuresOf = (number: string): string => bareNumber(number.replace(LETTER, ''))

/** Whether two numbers are the same apart from a letter that only one of them has before it, and leading zeros. */
export const differInLetter = (one: string, other: string): boolean =>
  LETTER.test(one) !== LETTER.test(other) && figuresOf(one) === figuresOf(other) && figuresOf(one) !== ''

/** `lettered`: only one user has it apart from a letter before it, and zeros */
export type ListedMatch<Person> = NumberMatch<Person> | { match: 'lettered'; person: Person }

/** Finds the user that a number in a list means: as `matchNumbers`, else the only one whose number differs in a letter. */
export function matchListedNumbers<Person extends { student_number: string | null }>(
  people: Iterable<Person>,
): (number: string) => ListedMatch<Person> {
  const all = [...people]
  const match = matchNumbers(all)
  const byFigures = groupBy(all, ({ student_number }) => figuresOf(student_number ?? ''))
  return (number) => {
    const found = match(number)
    if (found.match !== 'none') return found
    const alike = byFigures.get(figuresOf(number)) ?? []
    const [person, ...others] = alike.filter(({ student_number }) => differInLetter(number, student_number ?? ''))
    if (!person) return { match: 'none' }
    return others.length > 0 ? { match: 'several', people: [person, ...others] } : { match: 'lettered', person }
  }
}

/** Address or student number by which a pasted list names a person, written as accounts store it. */
export type PersonKey =
  | { kind: 'address'; username: string }
  | { kind: 'number'; student_number: string }
  | { kind: 'unreadable' }

/** Longer than any address with a name before it. */
const MAX_LINE_LENGTH = 500

/** '="0012345"', with which programs make Excel keep a text. */
const FORMULA = /^[\s,;]*=\s*"([^"]*)"[\s,;]*$/

/** Reads a line of a pasted list: an address, maybe after a name ('Noor Bos <noor@school.nl>;'), or a student number. */
export function readPersonKey(text: string): PersonKey {
  if (text.length > MAX_LINE_LENGTH) return { kind: 'unreadable' }
  const written = FORMULA.exec(text)?.[1] ?? text
  const bare = written.replace(/^[\s,;"]+|(?<![\s,;"])[\s,;"]+$/g, '')
  if (bare.includes('@')) {
    const username = readAddress(written).replace(SPACES, '')
    return isPlausibleUsername(username) ? { kind: 'address', username } : { kind: 'unreadable' }
  }
  const student_number = tidyStudentNumber(bare)
  const isReadable = student_number !== '' && studentNumberRefusal(student_number) === null
  return isReadable ? { kind: 'number', student_number } : { kind: 'unreadable' }
}
