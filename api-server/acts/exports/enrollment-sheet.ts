import { momentLabel, timesLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { registerLabel } from '#domain/users/names.ts'
import {
  groupByModule,
  groupByStudent,
  type ListedStudent,
  type Participant,
  type Participation,
  type WaitingParticipant,
} from './participation.ts'
import {
  type Column,
  classGroupsOf,
  count,
  localTime,
  sheetNames,
  sheetOf,
  text,
  textOrNone,
  writeSpreadsheet,
} from './spreadsheet.ts'

/** The columns of the first sheet, which is to calculate with, never change places. The other sheets are for paper. */
export async function* writeEnrollmentSheet(participation: Participation): AsyncGenerator<Uint8Array> {
  const modules = groupByModule(participation.participants)
  const students = groupByStudent(participation.participants)
  const where = whenAndWhereLabel(participation, 'any-time')
  const nameOf = sheetNames()
  const [enrolled, everybody, line] = [momentLabel(participation, 'any-time'), 'A–Z', 'Wachtlijst'].map(nameOf)
  const sheets = [
    sheetOf({
      name: enrolled ?? '',
      columns: [
        ...participantColumns(participation),
        ...classGroupsOf(participation.participants),
        ...chairsOf(participation.participants),
      ],
      rows: modules.flatMap(({ participants }) => participants),
      landscape: true,
      head: ['Inschrijvingen', where],
    }),
  ]
  if (students.length > 0)
    sheets.push(
      sheetOf({
        name: everybody ?? '',
        columns: [
          position,
          ...person,
          modulesOf,
          department,
          ...classGroupsOf(students),
          ...chairsOf(students),
          presence,
        ],
        rows: students.map(numbered),
        head: [`Alle studenten A–Z (${students.length})`, where],
      }),
    )
  for (const { module, participants } of modules)
    sheets.push(
      sheetOf({
        name: nameOf(module),
        columns: [position, ...person, department, ...classGroupsOf(participants), ...chairsOf(participants), presence],
        rows: participants.map(numbered),
        head: [`${module} (${participants.length})`, where],
      }),
    )
  if (participation.waiting.length > 0)
    sheets.push(
      sheetOf({
        name: line ?? '',
        columns: [...waitingColumns, ...classGroupsOf(participation.waiting)],
        rows: participation.waiting,
        landscape: true,
        head: ['Wachtlijst', where],
      }),
    )
  yield* writeSpreadsheet(sheets)
}

const ofEnrollment: readonly Column<Omit<Participant, 'room' | 'seat_number'>>[] = [
  { heading: 'Module', width: 16, cell: ({ module }) => text(module) },
  { heading: 'Achternaam', width: 24, cell: ({ last_name }) => text(last_name) },
  { heading: 'Voornaam', width: 20, cell: ({ first_name }) => text(first_name) },
  { heading: 'E-mailadres', width: 36, cell: ({ username }) => text(username) },
  { heading: 'Studierichting', width: 30, cell: ({ education_department }) => textOrNone(education_department) },
]
const studentNumber: Column<Pick<Participant, 'student_number'>> = {
  heading: 'Studentnummer',
  width: 22,
  cell: ({ student_number }) => textOrNone(student_number),
}

/** Columns from left to right. New ones come last, so that a school's own formulas keep finding theirs. */
const participantColumns = (moment: TestmomentFields): readonly Column<Participant>[] => [
  ...ofEnrollment,
  { heading: 'Ingeschreven op', width: 18, cell: ({ created_at }) => localTime(created_at) },
  studentNumber,
  { heading: 'Tijd', width: 14, cell: () => textOrNone(timesLabel(moment)) },
  { heading: 'Locatie', width: 24, cell: () => textOrNone(moment.location) },
  // empty without a limit
  { heading: 'Plaatsen', width: 10, cell: () => count(moment.seats || null) },
]

/** Columns of the waiting list, in its order. A student who waits for two modules has two rows with the same place. */
const waitingColumns: readonly Column<WaitingParticipant>[] = [
  { heading: 'Plek', width: 8, cell: ({ place }) => count(place) },
  ...ofEnrollment,
  studentNumber,
  { heading: 'Wacht sinds', width: 18, cell: ({ created_at }) => localTime(created_at) },
  { heading: 'Wil verplaatsen', width: 16, cell: ({ moves }) => (moves ? text('ja') : null) },
]

/** Participant, apart from the enrollment. */
type ListedPerson = Omit<Participant, 'module' | 'description'>

/** Columns for room and seat number, once any student has a chair. The column 'Plaats' is the place of the moment. */
const chairsOf = (people: readonly ListedPerson[]): Column<ListedPerson>[] => [
  ...(people.some(({ room }) => room !== null)
    ? [{ heading: 'Lokaal', width: 18, cell: ({ room }: ListedPerson) => textOrNone(room) }]
    : []),
  ...(people.some(({ seat_number }) => seat_number !== null)
    ? [{ heading: 'Plaatsnummer', width: 14, cell: ({ seat_number }: ListedPerson) => count(seat_number) }]
    : []),
]

/** Columns for paper leave out e-mail addresses. */
const position: Column<{ position: number }> = { heading: 'Nr', width: 6, cell: ({ position: at }) => count(at) }
const person: readonly Column<ListedPerson>[] = [
  { heading: 'Naam', width: 36, cell: (student) => text(registerLabel(student)) },
  { ...studentNumber, width: 18 },
]
const modulesOf: Column<ListedStudent> = {
  heading: 'Modules',
  width: 26,
  cell: ({ modules }) => text(modules.join(', ')),
}
const department: Column<ListedPerson> = {
  heading: 'Studierichting',
  width: 26,
  cell: ({ education_department }) => textOrNone(education_department),
}
/** to be filled in, by hand or by keyboard */
const presence: Column<unknown> = { heading: 'Aanwezig', width: 12, cell: () => null }

const numbered = <Row extends object>(row: Row, index: number) => ({ ...row, position: index + 1 })
