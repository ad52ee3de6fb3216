import { showYesOrNo } from '#domain/entities/differences.ts'
import { schoolNameKey, tidySchoolName } from '#domain/entities/school-name.rules.ts'
import { tidyDescription } from '#domain/modules/module.rules.ts'
import {
  MAX_ROOM_REMARK_LENGTH,
  nameRevealsExtraTime,
  nextPosition,
  readTypedPosition,
  readTypedRoomSeats,
  roomNameRefusal,
} from '#domain/rooms/room.rules.ts'
import type { Room } from '#domain/rooms/room.schema.ts'
import { foldText } from '#domain/users/search.rules.ts'
import type { ListChoices } from './columns.rules.ts'
import { eachOf, type Work } from './csv.rules.ts'
import {
  type Finding,
  findingsOf,
  findRepeats,
  found,
  hasLostLetters,
  type Judged,
  type Judging,
  type ListReading,
  remarkErrors,
} from './import.rules.ts'
import type { ListedChange } from './import.schema.ts'
import { type ReadRow, readingRows } from './read-list.ts'
import type { RoomVerdict } from './rooms.texts.ts'

/** A room as a list has it: its name and remark tidied, the other cells as typed. */
interface RoomRow extends ReadRow {
  name: string
  seats: string
  position: string
  remark: string
  extra_time: string
}

export const readingRooms = (text: string, choices?: ListChoices): Work<ListReading<RoomRow>> =>
  readingRows('rooms', text, choices, (row, { cell }) => ({
    name: nameIn(tidySchoolName(cell(row, 'building')), tidySchoolName(cell(row, 'name'))),
    seats: wholeNumber(cell(row, 'seats')),
    position: wholeNumber(cell(row, 'position')),
    remark: tidyDescription(cell(row, 'remark')),
    extra_time: cell(row, 'extra_time'),
  }))

/** Buildings have rooms of the same number, so the building comes first; unless the name says it already. */
const nameIn = (building: string, name: string): string =>
  name === '' || foldText(name).startsWith(foldText(building)) ? name : `${building} ${name}`

/** Spreadsheets write '60,0' or '60.00'. */
const wholeNumber = (cell: string): string => cell.replace(/^(\d+)[.,]0+$/, '$1')

/** Values of a room that a list can give. */
export type RoomValues = Pick<Room, 'seats' | 'position' | 'remark' | 'extra_time'>

export type KnownRoom = Pick<Room, 'id' | 'name' | 'archived'> & RoomValues

/** A line with its findings. */
export interface JudgedRoom extends Judged {
  findings: Finding<RoomVerdict>[]
  line: number
  name: string
  /** values of the room after this line, or as typed where it does nothing */
  seats: string
  position: string
  remark: string
  extra_time: string
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
  const known = new Map(rooms.map((room) => [schoolNameKey(room.name), room]))
  const repeats = findRepeats(rows, ({ name }) => (name === '' ? null : schoolNameKey(name)))
  let last = Math.max(0, ...rooms.map(({ position }) => position))
  return yield* eachOf(rows, (row, at) => {
    const room = known.get(schoolNameKey(row.name))
    const listed = readValues(row)
    const findings = judge(row, listed, { room, earlier: repeats[at], update })
    const verdict = findings[0]?.verdict
    const isNew = verdict === 'new'
    const position = listed.position ?? (isNew ? nextPosition(last) : null)
    if (isNew) last = Math.max(last, position ?? 0)
    const made = { remark: '', extra_time: false, ...said({ ...listed, position }) }
    const wrote = isNew ? made : verdict === 'updated' && room ? differing(said(listed), room) : {}
    return {
      line: row.line,
      name: row.name,
      ...shown(row, isNew ? made : { ...(room && valuesOf(room)), ...wrote }),
      findings: remarkErrors(findings, row.cellErrors),
      changes: room ? changesBetween(room, wrote) : [],
      room_id: room?.id ?? null,
      wrote,
      replaced: room ? pickOf(valuesOf(room), wrote) : {},
    }
  })
}

/** Values of a row; null where the cell is empty or cannot be read. */
type ListedValues = { [Name in keyof RoomValues]: RoomValues[Name] | null }

const YES = ['ja', 'j', 'yes', 'y', 'x', 'waar', 'true', '1', 'oui', 'wahr']
const NO = ['nee', 'n', 'no', 'onwaar', 'false', '0', '-', 'non', 'nein', 'falsch']

function readValues({ seats, position, remark, extra_time }: RoomRow): ListedValues {
  const answer = foldText(extra_time)
  return {
    seats: readTypedRoomSeats(seats),
    position: readTypedPosition(position),
    remark: remark === '' ? null : remark,
    extra_time: YES.includes(answer) ? true : NO.includes(answer) ? false : null,
  }
}

interface Facts {
  room: KnownRoom | undefined
  earlier: RoomRow | undefined
  update: boolean
}

function judge(row: RoomRow, listed: ListedValues, { room, earlier, update }: Facts): Finding<RoomVerdict>[] {
  // Which cell is whose is not known then.
  if (row.isShifted) return [found('shifted')]
  if (room?.archived) return [found('room-archived', room.name)]
  if (room && !update) return [found('known')]
  const hasNoSeats = row.seats === '' || /^0+$/.test(row.seats)
  const faults = [
    nameFault(row),
    earlier && !saysTheSame(row, earlier) && found<RoomVerdict>('contradicted', String(earlier.line)),
    !hasNoSeats && listed.seats === null && found<RoomVerdict>('seats-invalid', row.seats),
    row.position !== '' && listed.position === null && found<RoomVerdict>('position-invalid', row.position),
    row.remark.length > MAX_ROOM_REMARK_LENGTH && found<RoomVerdict>('remark-too-long'),
    row.extra_time !== '' && listed.extra_time === null && found<RoomVerdict>('extra-time-invalid', row.extra_time),
  ]
  return findingsOf<RoomVerdict>(faults, () => {
    if (earlier) return [found('repeated', String(earlier.line))]
    if (!room && hasNoSeats) return [found('seats-none')]
    const verdict = !room ? 'new' : Object.keys(differing(said(listed), room)).length > 0 ? 'updated' : 'known'
    return [
      found(verdict),
      !room && nameRevealsExtraTime(row.name) && found('name-revealing'),
      hasLostLetters(`${row.name} ${row.remark}`) && found('letters-lost'),
    ]
  })
}

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
  one.seats === other.seats &&
  one.position === other.position &&
  one.remark === other.remark &&
  foldText(one.extra_time) === foldText(other.extra_time)

export const roomValueNames = ['seats', 'position', 'remark', 'extra_time'] as const

const valuesOf = ({ seats, position, remark, extra_time }: KnownRoom): RoomValues => ({
  seats,
  position,
  remark,
  extra_time,
})

/** Values that a row has. */
function said(listed: ListedValues): Partial<RoomValues> {
  const { seats, position, remark, extra_time } = listed
  return {
    ...(seats !== null && { seats }),
    ...(position !== null && { position }),
    ...(remark !== null && { remark }),
    ...(extra_time !== null && { extra_time }),
  }
}

/** Values that the room does not have yet. */
export function differing(values: Partial<RoomValues>, room: RoomValues): Partial<RoomValues> {
  const changed = roomValueNames.filter((name) => values[name] !== undefined && values[name] !== room[name])
  return pickOf(values, Object.fromEntries(changed.map((name) => [name, true])))
}

/** The values of these names. */
const pickOf = (values: Partial<RoomValues>, names: object): Partial<RoomValues> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(names, name)))

const textOf = (value: RoomValues[keyof RoomValues]): string =>
  typeof value === 'boolean' ? showYesOrNo(value) : String(value)

/** Old and new of the values that both have, as they are shown. */
export const changesBetween = (before: Partial<RoomValues>, after: Partial<RoomValues>): ListedChange[] =>
  roomValueNames.flatMap((field) => {
    const [old, value] = [before[field], after[field]]
    return old === undefined || value === undefined ? [] : [{ field, old: textOf(old), new: textOf(value) }]
  })

const shown = (row: RoomRow, values: Partial<RoomValues>): Record<keyof RoomValues, string> => ({
  seats: values.seats === undefined ? row.seats : textOf(values.seats),
  position: values.position === undefined ? row.position : textOf(values.position),
  remark: values.remark ?? row.remark,
  extra_time: values.extra_time === undefined ? row.extra_time : textOf(values.extra_time),
})
