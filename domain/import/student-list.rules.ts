import { normaliseUsername } from '#domain/accounts/username.ts'
import { tidyName } from '#domain/users/name.rules.ts'
import { isDutchPrefix } from '#domain/users/name-order.ts'
import { type ColumnNames, type Columns, findColumns } from './columns.rules.ts'
import type { CsvRow } from './csv.rules.ts'
import { type ListReading, readLines } from './import-list.rules.ts'

/** A student as a list names them; what is not there is empty. */
export interface StudentRow {
  line: number
  username: string
  first_name: string
  last_name: string
  education_department: string
  isShifted: boolean
}

type StudentColumn = 'username' | 'education_department' | 'first_name' | 'prefix' | 'last_name' | 'whole_name'

const NAMES: ColumnNames<StudentColumn> = {
  username: [
    'email',
    'emailadres',
    'emailaddress',
    'mail',
    'mailadres',
    'schoolmail',
    'studentmail',
    'gebruikersnaam',
    'username',
    'inlognaam',
  ],
  education_department: [
    'studierichting',
    'opleiding',
    'opleidingsnaam',
    'studie',
    'educationdepartment',
    'department',
  ],
  first_name: ['roepnaam', 'voornaam', 'voornamen', 'firstname', 'givenname'],
  prefix: ['tussenvoegsel', 'tussenvoegsels', 'voorvoegsel', 'voorvoegsels'],
  last_name: ['achternaam', 'familienaam', 'lastname', 'surname', 'familyname'],
  whole_name: ['naam', 'volledigenaam', 'studentnaam', 'leerlingnaam', 'name', 'fullname'],
}

/** Beside the student's own columns a list may have those of others, whose letters must never go there, and of other things. */
const OTHERS = [
  ...['ouder', 'ouders', 'vader', 'moeder', 'verzorger', 'verzorgers', 'voogd', 'contactpersoon', 'noodcontact'],
  ...['mentor', 'docent', 'leraar', 'begeleider', 'coach', 'slb', 'bedrijf', 'stage', 'prive', 'thuis', 'partner'],
  ...['groep', 'klas', 'vak', 'toets', 'locatie', 'jaar', 'code', 'nummer', 'id', 'niveau', 'datum', 'status', 'fase'],
]

/** A bare column of addresses needs no header: nothing else it could be. */
const ADDRESSES: CsvRow = { line: 0, cells: ['email'] }

export function readStudentList(text: string): ListReading<StudentRow> {
  const reading = readLines(text)
  if (!reading.read) return reading
  const { lines } = reading
  const isBare = lines.every(({ cells }) => cells.length === 1 && cells[0]?.includes('@'))
  const [header, ...rows] = isBare ? [ADDRESSES, ...lines] : lines
  const columns = findColumns(header, NAMES, OTHERS)
  if (!columns.has('username')) return { read: false, fault: 'import-column-missing' }
  if (rows.length === 0) return { read: false, fault: 'import-empty' }
  return {
    read: true,
    unused: columns.unused,
    rows: rows.map((row) => ({
      line: row.line,
      username: normaliseUsername(columns.cell(row, 'username')),
      ...namesIn(row, columns),
      education_department: columns.cell(row, 'education_department'),
      isShifted: columns.isShifted(row),
    })),
  }
}

type Names = Pick<StudentRow, 'first_name' | 'last_name'>

/** A 'Naam' beside a first name alone is the rest of it, as Flemish lists have it; beside none it is all of it. */
function namesIn(row: CsvRow, { cell, has }: Columns<StudentColumn>): Names {
  const [first, prefix, last, whole] = (['first_name', 'prefix', 'last_name', 'whole_name'] as const).map((column) =>
    tidyName(cell(row, column)),
  )
  if (!has('last_name') && has('whole_name')) {
    if (!has('first_name')) return splitName(whole ?? '')
    return { first_name: first ?? '', last_name: tidyName(`${prefix} ${whole}`) }
  }
  return { first_name: first ?? '', last_name: tidyName(`${prefix} ${last}`) }
}

/**
 * 'Jade van den Berg', 'van den Berg, Jade', 'Berg, Jade van den' and 'Berg, van den, Jade' are one name. What stands
 * before 'van' and the like are first names; without it only the first word is, since last names of several words
 * ('El Amrani') are more usual than first names in full. The student sees it before anything else, and mends it.
 */
export function splitName(whole: string): Names {
  const [beforeComma = [], ...afterComma] = whole.split(',').map(wordsIn)
  if (afterComma.length > 0) {
    const others = afterComma.flat()
    const given = others.filter((word) => !isDutchPrefix(word))
    // 'Vries, De': there is nobody called De alone.
    const [first, prefix] = given.length > 0 ? [given, others.filter(isDutchPrefix)] : [[], others]
    return { first_name: first.join(' '), last_name: [...prefix, ...beforeComma].join(' ') }
  }
  const start = beforeComma.findIndex((word, at) => at > 0 && at < beforeComma.length - 1 && isDutchPrefix(word))
  const parting = start > 0 ? start : isDutchPrefix(beforeComma[0] ?? '') ? 0 : 1
  return { first_name: beforeComma.slice(0, parting).join(' '), last_name: beforeComma.slice(parting).join(' ') }
}

const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
