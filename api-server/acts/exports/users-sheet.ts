import type { Person } from '#domain/users/user.schema.ts'
import { type Column, classGroupsOf, localTime, sheetOf, text, textOrNone, writeSpreadsheet } from './spreadsheet.ts'

/** One row in plain values: the process that writes the file has no database. */
export interface ListedPerson extends Omit<Person, 'id'> {
  department: string | null
  class_group: string | null
  type: string
  status: string
  /** ISO instant */
  invited_until: string | null
  /** ISO instant */
  last_login_at: string | null
}

export async function* writeUsersSheet(people: readonly ListedPerson[]): AsyncGenerator<Uint8Array> {
  const head = ['Gebruikers', String(people.length)] as const
  const allColumns = [...columns, ...classGroupsOf(people)]
  yield* writeSpreadsheet([sheetOf({ name: 'Gebruikers', columns: allColumns, rows: people, landscape: true, head })])
}

const timeOrNone = (instant: string | null) => (instant === null ? null : localTime(instant))

const columns: readonly Column<ListedPerson>[] = [
  { heading: 'Gebruikersnaam', width: 36, cell: ({ username }) => text(username) },
  { heading: 'Voornaam', width: 20, cell: ({ first_name }) => textOrNone(first_name) },
  { heading: 'Achternaam', width: 24, cell: ({ last_name }) => textOrNone(last_name) },
  { heading: 'Studentnummer', width: 18, cell: ({ student_number }) => textOrNone(student_number) },
  { heading: 'Studierichting', width: 30, cell: ({ department }) => textOrNone(department) },
  { heading: 'Type', width: 12, cell: ({ type }) => text(type) },
  { heading: 'Status', width: 22, cell: ({ status }) => text(status) },
  { heading: 'Uitgenodigd tot', width: 18, cell: ({ invited_until }) => timeOrNone(invited_until) },
  { heading: 'Laatst ingelogd', width: 18, cell: ({ last_login_at }) => timeOrNone(last_login_at) },
]
