import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'

/** 'Zaal 3.14', 'B3.14', 'Sporthal Noord': a number alone does not read as a room. */
export const roomLabel = (name: string): string => (/^\d/.test(name) ? `Zaal ${name}` : name)

/** 'Zaal 3.14, plaats 12': where a student sits. */
export const chairLabel = ({ room, seat_number }: { room: string; seat_number: number | null }): string =>
  seat_number === null ? roomLabel(room) : `${roomLabel(room)}, plaats ${seat_number}`

/** Where a calendar says that the test is: the chair, and the place of the moment if it has one. */
export const chairLocation = (chair: { room: string; seat_number: number | null }, location: string | null): string =>
  location === null ? chairLabel(chair) : `${chairLabel(chair)}, ${location}`

/** Line of a letter about an enrollment: 'Waar je zit: Zaal 3.14, plaats 12'. */
export const chairLine = (chair: { room: string; seat_number: number | null }): string =>
  `Waar je zit: ${chairLabel(chair)}`

const NOT_KNOWN = 'nog niet bekend'

interface RoomNotice {
  moment: WhenAndWhere
  /** name of the room until now; null for a student without a chair */
  from: string | null
  to: string | null
  /** ms since the epoch */
  now: number
}

/** Message to students whose room is announced or changes; those who stay in it have another number there. */
export function roomMessage({ moment, from, to, now }: RoomNotice): { subject: string; text: string } {
  const when = momentLabel(moment, now)
  const place = `Toetsmoment: ${when}\nZaal: ${to ?? NOT_KNOWN}`
  if (from === null) return { subject: 'Je zaal is bekend', text: `${place}\n\nIn de app zie je waar je zit.` }
  if (from === to)
    return { subject: `Je plaats is gewijzigd: ${to}`, text: `${place}\n\nIn de app zie je je nieuwe plaats.` }
  return {
    subject: `Je zaal is gewijzigd: ${from} → ${to ?? NOT_KNOWN}`,
    text: `${place}\nEerder: ${from}\n\nIn de app zie je waar je zit.`,
  }
}

/** Recipients of such a message, for teachers: 'Zaal B3.14: vr 20 mrt 2026'. */
export const roomAudienceLabel = (room: string | null, moment: WhenAndWhere): string =>
  `${room === null ? 'Zaal nog niet bekend' : roomLabel(room)}: ${momentLabel(moment, 'any-time')}`
