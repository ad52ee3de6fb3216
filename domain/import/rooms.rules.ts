import { type RecordField, shownIn, unsaidOf } from '#domain/entities/record-fields.ts'
import { schoolNameKey, tidySchoolName } from '#domain/entities/school-name.rules.ts'
import { tidyLine } from '#domain/entities/text.rules.ts'
import { forRoomValues, type RoomValues, roomFields, roomValueNames } from '#domain/rooms/room.fields.ts'
import { nameRevealsExtraTime, nextPosition, roomNameRefusal } from '#domain/rooms/room.rules.ts'
import type { Room } from '#domain/rooms/room.schema.ts'
import { foldText } from '#domain/users/search.rules.ts'
import type { ListChoices } from './columns.rules.ts'
import { eachOf, type Work } from './csv.rules.ts'
import {
  type Finding,
  findContradictions,
  findingsOf,
  findRepeats,
  found,
  type Judged,
  type Judging,
  type ListReading,
  remarkErrors,
} from './import.rules.ts'
import type { ListedChange } from './import.schema.ts'
import { hasLostLetters } from './lost-letters.rules.ts'
import { type ReadRow, readingRows } from './read-list.ts'
import type { RoomVerdict } from './rooms.texts.ts'

type Cells = Record<keyof RoomValues, string>

const fields: { [Name in keyof RoomValues]: RecordField<RoomValues[Name]> & { refused: RoomVerdict } } = roomFields

/** A room as a list has it: its name and texts tidied, the other cells as typed. */
interface RoomRow extends ReadRow, Cells {
  name: string
}

export const readingRooms = (text: string, choices?: ListChoices): Work<ListReading<RoomRow>> =>
  readingRows('rooms', text, choices, (row, { cell }) => ({
    name: nameIn(tidySchoolName(cell(row, 'building')), tidySchoolName(cell(row, 'name'))),
    ...forRoomValues((name) => tidyCell(fields[name].form, cell(row, name))),
  }))

/** Buildings have rooms of the same number, so the building comes first; unless the name says it already. */
const nameIn = (building: string, name: string): string =>
  name === '' || foldText(name).startsWith(foldText(building)) ? name : `${building} ${name}`

/** Spreadsheets write '60,0' or '60.00'. */
const tidyCell = (form: RecordField<unknown>['form'], cell: string): string =>
  form === 'number' ? cell.replace(/^(\d+)[.,]0+$/, '$1') : form === 'tick' ? cell : tidyLine(cell)

export type KnownRoom = Pick<Room, 'id' | 'name' | 'archived'> & RoomValues

/** A line with its findings, and the values of the room after it, or as typed where it does nothing. */
export interface JudgedRoom extends Judged, Cells {
  findings: Finding<RoomVerdict>[]
  line: number
  name: string
  changes: ListedChange[]
  /** null where there is no room yet */
  room_id: number | null
  /** values that the line writes; all of them for a new room */
  wrote: Partial<RoomValues>
  /** values that it replaces */
  replaced: Partial<RoomValues>
}

/**
 * Judges each line against the rooms of the school. A room is known by its name, and stays as it is unless this is an update.
 * A new one needs seats: lists of other systems hold rooms without any, which are skipped. One without a place in the order
 * comes after all others, in the order of the list.
 */
export function* judgingRooms(
  rows: readonly RoomRow[],
  rooms: readonly KnownRoom[],
  { update }: Judging = { update: false },
): Work<JudgedRoom[]> {
  const roomsByKey = new Map(rooms.map((room) => [schoolNameKey(room.name), room]))
  const keyOf = ({ name }: RoomRow) => (name === '' ? null : schoolNameKey(name))
  const repeats = findRepeats(rows, keyOf)
  const contradictions = findContradictions(rows, keyOf, saysTheSame)
  let last = Math.max(0, ...rooms.map(({ position }) => position))
  return yield* eachOf(rows, (row, at) => {
    const room = roomsByKey.get(schoolNameKey(row.name))
    const values = readValues(row)
    const findings = judge(row, values, { room, earlier: repeats[at], contradicted: contradictions[at], update })
    const verdict = findings[0]?.verdict
    const newRoom = { ...unsaidOf(roomFields), position: nextPosition(last), ...values }
    if (verdict === 'new') last = Math.max(last, newRoom.position)
    const wrote = verdict === 'new' ? newRoom : verdict === 'updated' && room ? differing(values, room) : {}
    const changed: Partial<RoomValues> = { ...room, ...wrote }
    return {
      line: row.line,
      name: row.name,
      ...forRoomValues((name) => (changed[name] === undefined ? row[name] : shownIn(fields[name], changed[name]))),
      findings: remarkErrors(findings, row.cellErrors),
      changes: room ? changesBetween(room, wrote) : [],
      room_id: room?.id ?? null,
      wrote,
      replaced: room ? valuesOf(room, (name) => wrote[name] !== undefined) : {},
    }
  })
}

/** Lists of other systems hold rooms with no seats. */
const saysNothing = (name: keyof RoomValues, cell: string): boolean =>
  cell === '' || (name === 'seats' && /^0+$/.test(cell))

/** Values of a row, without those whose cell is empty or cannot be read. */
function readValues(row: RoomRow): Partial<RoomValues> {
  const read = forRoomValues((name) => (saysNothing(name, row[name]) ? null : fields[name].read(row[name])))
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null))
}

interface Facts {
  room: KnownRoom | undefined
  earlier: RoomRow | undefined
  /** line about the same room that says something else */
  contradicted: RoomRow | undefined
  update: boolean
}

function judge(
  row: RoomRow,
  said: Partial<RoomValues>,
  { room, earlier, contradicted, update }: Facts,
): Finding<RoomVerdict>[] {
  // Which cell is whose is not known then.
  if (row.isShifted) return [found('shifted')]
  if (row.isTotal) return [found('total')]
  if (room?.archived) return [found('room-archived', room.name)]
  if (room && !update) return [found('known')]
  const faults = [
    nameFault(row),
    contradicted && found<RoomVerdict>('contradicted', String(contradicted.line)),
    ...roomValueNames.map((name) => !saysNothing(name, row[name]) && said[name] === undefined && cellFault(name, row)),
  ]
  return findingsOf<RoomVerdict>(faults, () => {
    if (earlier) return [found('repeated', String(earlier.line))]
    if (!room && said.seats === undefined) return [found('seats-none')]
    const verdict = !room ? 'new' : Object.keys(differing(said, room)).length > 0 ? 'updated' : 'known'
    return [
      found(verdict),
      !room && nameRevealsExtraTime(row.name) && found('name-revealing'),
      hasLostLetters([row.name, ...roomValueNames.map((name) => row[name])].join(' ')) && found('letters-lost'),
    ]
  })
}

/** A text that is too long is not repeated. */
const cellFault = (name: keyof RoomValues, row: RoomRow): Finding<RoomVerdict> =>
  found(fields[name].refused, fields[name].most === undefined ? row[name] : '')

const nameFaults = {
  'school-name-missing': 'name-missing',
  'room-name-too-long': 'name-too-long',
  'school-name-unreadable': 'name-unreadable',
} as const

function nameFault({ name }: RoomRow): Finding<RoomVerdict> | null {
  const refusal = roomNameRefusal(name)
  return refusal && found(nameFaults[refusal])
}

const saysTheSame = (one: RoomRow, other: RoomRow): boolean =>
  roomValueNames.every((name) =>
    fields[name].form === 'tick' ? foldText(one[name]) === foldText(other[name]) : one[name] === other[name],
  )

/** Values of these fields. */
const valuesOf = (values: Partial<RoomValues>, has: (name: keyof RoomValues) => boolean): Partial<RoomValues> =>
  Object.fromEntries(roomValueNames.filter(has).map((name) => [name, values[name]]))

/** Values that the room does not have yet. */
export const differing = (values: Partial<RoomValues>, room: RoomValues): Partial<RoomValues> =>
  valuesOf(values, (name) => values[name] !== undefined && values[name] !== room[name])

/** Old and new of the values that both have, as they are shown. */
export const changesBetween = (before: Partial<RoomValues>, after: Partial<RoomValues>): ListedChange[] =>
  roomValueNames.flatMap((field) => {
    const [old, value] = [before[field], after[field]]
    return old === undefined || value === undefined
      ? []
      : [{ field, old: shownIn(fields[field], old), new: shownIn(fields[field], value) }]
  })
