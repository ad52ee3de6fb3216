import { dayAndStartLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'

/** 'Zaal 3.14', 'B3.14', 'Sporthal Noord': a number alone does not read as a room. */
export const roomLabel = (name: string): string => (/^\d/.test(name) ? `Zaal ${name}` : name)

/** 'Zaal 3.14, plaats 12': where a student sits. */
export const chairLabel = ({ room, seat_number }: { room: string; seat_number: number | null }): string =>
  seat_number === null ? roomLabel(room) : `${roomLabel(room)}, plaats ${seat_number}`

/** Location in a calendar: the chair, and the place of the moment if it has one. */
export const chairLocation = (chair: { room: string; seat_number: number | null }, location: string | null): string =>
  location === null ? chairLabel(chair) : `${chairLabel(chair)}, ${location}`

/** Line of a letter about an enrollment: 'Waar je zit: Zaal 3.14, plaats 12'. */
export const chairLine = (chair: { room: string; seat_number: number | null }): string =>
  `Waar je zit: ${chairLabel(chair)}`

const NOT_KNOWN = 'nog niet bekend'

interface Chair {
  room: string
  seat_number: number | null
}

interface RoomNotice {
  moment: WhenAndWhere
  /** until now; null for a student without a chair */
  from: Chair | null
  to: Chair | null
  /** what the student takes there, by name; empty leaves them out */
  modules: readonly string[]
  now: number
}

/** Longest name of a room in a subject, in UTF-16 units: a subject has place for two, and for the moment. */
const MAX_IN_SUBJECT = 40

const brief = (name: string): string =>
  name.length <= MAX_IN_SUBJECT ? name : `${name.slice(0, MAX_IN_SUBJECT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

/** Subject of a message to students whose room is announced or changes; those who stay in it have another number there. */
export function roomSubject({ moment, from, to, now }: Omit<RoomNotice, 'modules'>): string {
  const when = dayAndStartLabel(moment, now)
  if (from === null) return `Je zaal is bekend: ${when}`
  if (from.room === to?.room) return `Je plaats in ${brief(from.room)} is gewijzigd: ${when}`
  return `Je zaal is gewijzigd: ${brief(from.room)} → ${to ? brief(to.room) : NOT_KNOWN} (${when})`
}

/** Text of such a message: which test, where, and where it was before. */
export const roomText = ({ moment, from, to, modules, now }: RoomNotice): string =>
  [
    modules.length > 0 && `${modules.length === 1 ? 'Module' : 'Modules'}: ${modules.join(', ')}`,
    `Wanneer: ${whenAndWhereLabel({ ...moment, location: null }, now)}`,
    `Waar: ${to ? chairLocation(to, moment.location) : NOT_KNOWN}`,
    from && `Eerder: ${chairLabel(from)}`,
  ]
    .filter(Boolean)
    .join('\n')

/** Recipients of such a message, for teachers: 'Zaal B3.14: vr 20 mrt 2026'. */
export const roomAudienceLabel = (room: string | null, moment: WhenAndWhere): string =>
  `${room === null ? 'Zaal nog niet bekend' : roomLabel(room)}: ${dayAndStartLabel(moment, 'any-time')}`

/** Acts that change the rooms of students, who are notified. */
export type RoomAct = 'published' | 'divided' | 'moved' | 'rooms-edited' | 'enrolled'

const roomActs: Record<RoomAct, string> = {
  published: 'Zalen bekendgemaakt',
  divided: 'Zalen opnieuw verdeeld',
  moved: 'Studenten verplaatst',
  'rooms-edited': 'Zalen gewijzigd',
  enrolled: 'Zaal bij een inschrijving',
}

/** 'Zalen bekendgemaakt: vr 20 mrt 2026 om 09:00' */
export const roomActLabel = (act: RoomAct, moment: WhenAndWhere): string =>
  `${roomActs[act]}: ${dayAndStartLabel(moment, 'any-time')}`
