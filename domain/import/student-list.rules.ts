import { normaliseUsername } from '#domain/account/username.ts'
import { tidyName } from '#domain/user/name.rules.ts'
import { type ColumnNames, findColumns } from './columns.rules.ts'
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

type StudentColumn = 'username' | 'first_name' | 'prefix' | 'last_name' | 'education_department'

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
  first_name: ['roepnaam', 'voornaam', 'voornamen', 'firstname', 'givenname'],
  prefix: ['tussenvoegsel', 'tussenvoegsels', 'voorvoegsel', 'voorvoegsels'],
  last_name: ['achternaam', 'familienaam', 'lastname', 'surname', 'familyname'],
  education_department: [
    'studierichting',
    'opleiding',
    'opleidingsnaam',
    'studie',
    'educationdepartment',
    'department',
  ],
}

/** A bare column of addresses needs no header: nothing else it could be. */
const ADDRESSES: CsvRow = { line: 0, cells: ['email'] }

export function readStudentList(text: string): ListReading<StudentRow> {
  const reading = readLines(text)
  if (!reading.read) return reading
  const { lines } = reading
  const isBare = lines.every(({ cells }) => cells.length === 1 && cells[0]?.includes('@'))
  const [header, ...rows] = isBare ? [ADDRESSES, ...lines] : lines
  const columns = findColumns(header, NAMES)
  if (!columns.has('username')) return { read: false, fault: 'import-column-missing' }
  if (rows.length === 0) return { read: false, fault: 'import-empty' }
  return {
    read: true,
    unused: columns.unused,
    rows: rows.map((row) => ({
      line: row.line,
      username: normaliseUsername(columns.cell(row, 'username')),
      first_name: tidyName(columns.cell(row, 'first_name')),
      last_name: tidyName(`${columns.cell(row, 'prefix')} ${columns.cell(row, 'last_name')}`),
      education_department: columns.cell(row, 'education_department'),
      isShifted: columns.isShifted(row),
    })),
  }
}
