import { readAddress } from '#domain/accounts/account.rules.ts'
import { isDutchPrefix } from '#domain/users/names.ts'
import { foldText } from '#domain/users/search.rules.ts'
import { tidyStudentNumber } from '#domain/users/student-number.rules.ts'
import { keptClassGroup, tidyName } from '#domain/users/user-edit.rules.ts'
import type { ColumnMeaning, ListChoices } from './columns.rules.ts'
import type { CsvRow, Work } from './csv.rules.ts'
import type { ListReading } from './import.rules.ts'
import { type ReadList, type ReadRow, readingRows } from './read-list.ts'

export interface StudentRow extends ReadRow {
  username: string
  first_name: string
  last_name: string
  /** in the form of an account */
  student_number: string
  education_department: string
  class_group: string
  /** text that says that the student has left; empty for others */
  departed: string
}

export const readingStudents = (text: string, choices?: ListChoices): Work<ListReading<StudentRow>> =>
  readingRows('students', text, choices, (row, list) => ({
    username: readAddress(list.cell(row, 'username')),
    ...namesIn(row, list),
    student_number: tidyStudentNumber(list.cell(row, 'student_number')),
    education_department: list.cell(row, 'education_department'),
    class_group: keptClassGroup(onOneLine(list.cell(row, 'class_group'))) ?? '',
    departed: departedIn(row, list),
  }))

/** Status of a student who has left, without accents and capitals; 'uitgeschreven per 1 mei' too. */
const LEFT =
  /^(?:uitgeschreven|uitgestroomd|uitschrijving|uitval|gestopt|gestaakt|vertrokken|afgemeld|beeindigd|inactief|niet actief|niet meer|gediplomeerd|afgestudeerd|oud-?(?:student|leerling)|alumn|left|inactive|withdrawn|dropped|unenrolled|deregistered|graduated)/
const NOT = /^(?:|-+|–|nee|neen|n|no|false|onwaar|0)$/

function departedIn(row: CsvRow, { cell }: Pick<ReadList<ColumnMeaning<'students'>>, 'cell'>): string {
  const [status, left] = [cell(row, 'status'), cell(row, 'departed')]
  if (LEFT.test(foldText(status))) return status
  return NOT.test(foldText(left)) ? '' : `uitgeschreven: ${left}`
}

/** A line end inside quotes parts two words as a space does. */
const onOneLine = (cell: string): string => cell.replace(/\s+/g, ' ')

type NameColumn = ColumnMeaning<'students'> & ColumnMeaning<'results'>
type Names = Pick<StudentRow, 'first_name' | 'last_name'>

/** Names in a row. A 'Naam' beside only a first name is the last name, as in Flemish lists; otherwise it is the full name. */
export function namesIn(row: CsvRow, { cell, has }: Pick<ReadList<NameColumn>, 'cell' | 'has'>): Names {
  const [first, prefix, last, whole] = (['first_name', 'prefix', 'last_name', 'whole_name'] as const).map((column) =>
    tidyName(onOneLine(cell(row, column))),
  )
  if (!has('last_name') && has('whole_name')) {
    if (!has('first_name')) return splitName(whole ?? '')
    return { first_name: first ?? '', last_name: tidyName(`${prefix} ${whole}`) }
  }
  return { first_name: first ?? '', last_name: tidyName(`${prefix} ${last}`) }
}

/**
 * Splits a full name. 'Jade van den Berg', 'van den Berg, Jade', 'Berg, Jade van den' and 'Berg, van den, Jade' are the same
 * name. Words before 'van' and other prefixes are first names; without a prefix only the first word is, since last names of
 * several words ('El Amrani') are more common than several first names. The student sees the name first, and can correct it.
 */
export function splitName(whole: string): Names {
  const [beforeComma = [], ...afterComma] = whole.split(',').map(wordsIn)
  if (afterComma.length > 0) {
    const others = afterComma.flat()
    const givenNames = others.filter((word) => !isDutchPrefix(word))
    return { first_name: givenNames.join(' '), last_name: [...others.filter(isDutchPrefix), ...beforeComma].join(' ') }
  }
  const start = beforeComma.findIndex((word, at) => at > 0 && at < beforeComma.length - 1 && isDutchPrefix(word))
  const parting = start > 0 ? start : isDutchPrefix(beforeComma[0] ?? '') ? 0 : 1
  return { first_name: beforeComma.slice(0, parting).join(' '), last_name: beforeComma.slice(parting).join(' ') }
}

const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
