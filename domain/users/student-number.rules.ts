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
/** By which a spreadsheet is told that figures are text. */
const APOSTROPHE = /^['’]/

/** The number as it is kept: 's 012.345' is S012345, '123456.0' is 123456, and zeros in front stay. */
export function tidyStudentNumber(typed: string): string {
  const bare = typed.normalize('NFC').replace(SPACES, '').replace(APOSTROPHE, '').toUpperCase()
  return SHORTENED.test(bare) ? bare : bare.replace(AS_QUANTITY, '').replaceAll('.', '')
}

/** What keeps a tidied number from being kept; null when nothing does. None at all is nothing that is refused. */
export function studentNumberRefusal(tidy: string): UnreadableNumber | null {
  if (SHORTENED.test(tidy)) return 'student-number-shortened'
  if (!/^[A-Z0-9]*$/.test(tidy)) return 'student-number-unreadable'
  return tidy.length > MAX_STUDENT_NUMBER_LENGTH ? 'student-number-too-long' : null
}

/** By which somebody is meant, as an account keeps it. */
export type PersonKey =
  | { kind: 'address'; username: string }
  | { kind: 'number'; student_number: string }
  | { kind: 'unreadable' }

/** Longer than any address with a name before it. */
const MAX_LINE_LENGTH = 500

/** What a line of a pasted list says: an address, also with a name before it ('Noor Bos <noor@school.nl>;'), or a student number. */
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
