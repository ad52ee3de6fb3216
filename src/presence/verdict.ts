import { isPresent } from '#domain/presence/presence.rules.ts'
import type { PresenceEntry, PresenceList, Tick } from '#domain/presence/presence.schema.ts'
import { nameOfRoom, statusOf } from './shown-list.ts'

/** Meaning at this door of a code that was read. */
export type Verdict =
  | { kind: 'welcome'; student: PresenceEntry; enrollment_ids: readonly number[] }
  /** ticked before; `since` is an ISO instant */
  | { kind: 'inside'; student: PresenceEntry; since: string }
  | { kind: 'other-room'; room: string }
  /** enrolled, but sits in no room; nobody is named at the door of one room */
  | { kind: 'without-chair'; student: PresenceEntry | null }
  /** starts at a time, if that is known */
  | { kind: 'other-moment'; starts_at: string | null }
  | { kind: 'unknown' }

/** Judges a code by its hash, as far as the list here knows. `room_id`: the only room that is let in at this door. */
export function verdictOf(
  list: PresenceList,
  unsent: ReadonlyMap<number, Tick>,
  { hash, room_id }: { hash: string; room_id: number | null },
): Verdict {
  const code = list.codes.find((known) => known.hash === hash)
  if (!code) return { kind: 'unknown' }
  if ('room' in code) return { kind: 'other-room', room: code.room }
  if ('without_chair' in code) return { kind: 'without-chair', student: null }
  if ('starts_at' in code) return { kind: 'other-moment', starts_at: code.starts_at }
  const entries = list.entities.filter(({ user_id }) => user_id === code.user_id)
  const [student] = entries
  if (!student) return { kind: 'unknown' }
  if (room_id !== null && student.room_id !== room_id) {
    const room = nameOfRoom(list, student.room_id)
    return room === null ? { kind: 'without-chair', student } : { kind: 'other-room', room }
  }
  const isInside = (entry: PresenceEntry) => isPresent(statusOf(entry, unsent.get(entry.enrollment_id)))
  const awaited = entries.filter((entry) => !isInside(entry))
  if (awaited.length > 0)
    return { kind: 'welcome', student, enrollment_ids: awaited.map(({ enrollment_id }) => enrollment_id) }
  const times = entries.flatMap(({ enrollment_id, ticked }) => unsent.get(enrollment_id)?.at ?? ticked?.at ?? [])
  return { kind: 'inside', student, since: times.toSorted()[0] ?? list.now }
}

/** Students whose code was read at two places, until a person ticks them. */
export const readTwice = ({ entities }: PresenceList): PresenceEntry[] => [
  ...new Map(
    entities
      .filter(({ ticked, others }) => ticked?.by_code && others.some(({ by_code }) => by_code))
      .map((entry) => [entry.user_id, entry]),
  ).values(),
]
