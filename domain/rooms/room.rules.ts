import { type SchoolNameRefusal, schoolNameRefusal, tidySchoolName } from '#domain/entities/school-name.rules.ts'
import { foldText } from '#domain/users/search.rules.ts'

/** Counted in characters as people see them. */
export const MAX_ROOM_NAME_LENGTH = 80
/** Longest remark for invigilators, in UTF-16 units. */
export const MAX_ROOM_REMARK_LENGTH = 500
/** Most students in one room: a sports hall with tables holds some 800. */
export const MOST_ROOM_SEATS = 2_000
export const LAST_ROOM_POSITION = 9_999

export type RoomRefusal = 'room-name-too-long' | 'room-in-use' | 'room-archived' | 'room-unknown' | 'room-full'

/** Why a room cannot be called so. The rules are those of all names of a school, but a room's name is shorter. */
export function roomNameRefusal(
  name: string,
): Exclude<SchoolNameRefusal, 'school-name-too-long'> | 'room-name-too-long' | null {
  if ([...tidySchoolName(name)].length > MAX_ROOM_NAME_LENGTH) return 'room-name-too-long'
  const refusal = schoolNameRefusal(name)
  return refusal === 'school-name-too-long' ? 'room-name-too-long' : refusal
}

const readWhole = (text: string, most: number): number | null => {
  const typed = text.trim()
  return /^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most ? Number(typed) : null
}

export const readTypedRoomSeats = (text: string): number | null => readWhole(text, MOST_ROOM_SEATS)

export const readTypedPosition = (text: string): number | null => readWhole(text, LAST_ROOM_POSITION)

/** Place in the order of a new room that was given none: after all others. */
export const nextPosition = (last: number): number => Math.min(last + 1, LAST_ROOM_POSITION)

/** Words that say why somebody sits in a room. Read in folded text: without capitals and accents. */
const SAYS_WHY = [
  /\bextra ?-?tijd/,
  /\btijdverlenging/,
  /\bverlengde? (toets)?tijd/,
  /\bprikkel/,
  /\bstilte/,
  /\brustig/,
  /\bdysle/,
  /\bdyscalc/,
  /\badhd\b/,
  /\bautis/,
  /\bbeperking/,
  /\bvoorziening/,
  /\bfaciliteit/,
  /\bextra time/,
  /\bspecial needs/,
]

/**
 * Whether a name gives away that a room is meant for students with extra time. Others read the name, in lists and at the door,
 * so the screen and an import warn of it.
 */
export const nameRevealsExtraTime = (name: string): boolean => SAYS_WHY.some((words) => words.test(foldText(name)))

/** A room's remark in one paragraph, for lists that others may see: empty if it reveals who gets extra time. */
export const remarkForOthers = (remark: string): string =>
  nameRevealsExtraTime(remark) ? '' : remark.replaceAll(/\s+/g, ' ').trim()

/** Order in which rooms are shown and filled: by their place, then by name as people count: 3.2 before 3.10. */
export const compareRooms = (one: OrderedRoom, other: OrderedRoom): number =>
  one.position - other.position || byName.compare(one.name, other.name)

interface OrderedRoom {
  position: number
  name: string
}

const byName = new Intl.Collator('nl', { numeric: true })
