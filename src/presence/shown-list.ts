import { groupBy } from '#domain/entities/groups.ts'
import { isPresent } from '#domain/presence/presence.rules.ts'
import type {
  PresenceEntry,
  PresenceList,
  PresenceStatus,
  Tick,
  TickOutcome,
} from '#domain/presence/presence.schema.ts'
import { registerLabel } from '#domain/users/names.ts'
import { foldText, searchWords } from '#domain/users/search.rules.ts'

/** The list with this device's ticks that the server accepted, until it is read again. */
export function withSent(
  list: PresenceList,
  ticks: readonly Tick[],
  outcomes: readonly TickOutcome[],
  who: string,
): PresenceList {
  const counted = standing(ticks.filter((_, at) => outcomes[at] === 'counted'))
  if (counted.size === 0) return list
  return {
    ...list,
    entities: list.entities.map((entry) => {
      const tick = counted.get(entry.enrollment_id)
      if (!tick || isOverruled(tick, entry)) return entry
      const byCode = tick.scanned !== undefined && { by_code: true as const }
      return { ...entry, ticked: tick.status && { status: tick.status, at: tick.at, who, ...byCode } }
    }),
  }
}

export function standing(ticks: readonly Tick[]): Map<number, Tick> {
  const last = new Map<number, Tick>()
  for (const tick of ticks) {
    const before = last.get(tick.enrollment_id)
    if (!before || before.at <= tick.at) last.set(tick.enrollment_id, tick)
  }
  return last
}

/** Whether somebody else ticked later than this tick. */
const isOverruled = (tick: Tick, { ticked }: PresenceEntry): boolean => ticked !== null && ticked.at > tick.at

/** Status of a row: this device's, if it ticked later than the server's. */
export const statusOf = (entry: PresenceEntry, unsent: Tick | undefined): PresenceStatus | null =>
  unsent && !isOverruled(unsent, entry) ? unsent.status : (entry.ticked?.status ?? null)

/** The new list, with equal rows of the old one reused: those are not rendered again. */
export function sameOrNew(before: PresenceList | null, list: PresenceList): PresenceList {
  const known = new Map(before?.entities.map((entry) => [entry.enrollment_id, entry]))
  return {
    ...list,
    entities: list.entities.map((entry) => {
      const old = known.get(entry.enrollment_id)
      return old && JSON.stringify(old) === JSON.stringify(entry) ? old : entry
    }),
  }
}

export interface Asked {
  search: string
  /** null for all */
  module_id: number | null
  /** `none`: students without a chair */
  room_id: number | 'none' | null
  onlyUnticked: boolean
}

type Narrowed = Pick<Asked, 'module_id' | 'room_id'>

const isWithin = (entry: PresenceEntry, { module_id, room_id }: Narrowed): boolean =>
  (module_id === null || entry.module_id === module_id) && (room_id === null || (entry.room_id ?? 'none') === room_id)

const found = new WeakMap<PresenceEntry, string>()

const textOf = (entry: PresenceEntry): string => {
  const text = found.get(entry) ?? foldText(`${entry.first_name} ${entry.last_name} ${entry.student_number ?? ''}`)
  found.set(entry, text)
  return text
}

/** A student with those of their modules that match the question. */
export interface StudentRow {
  student: PresenceEntry
  entries: readonly PresenceEntry[]
  /** statuses of `entries`, in their order */
  statuses: readonly (PresenceStatus | null)[]
  isUnsent: boolean
}

/** Lists one row per student, in the list's order. Students just ticked (user ids) stay until the next question. */
export function rowsFor(
  { entities }: PresenceList,
  ticks: ReadonlyMap<number, Tick>,
  { search, onlyUnticked, ...narrowed }: Asked,
  justTicked: ReadonlySet<number> = new Set(),
): StudentRow[] {
  const words = searchWords(search)
  const found = entities.filter(
    (entry) => isWithin(entry, narrowed) && words.every((word) => textOf(entry).includes(word)),
  )
  return [...groupBy(found, ({ user_id }) => user_id).values()].flatMap((entries) => {
    const [student] = entries
    if (!student) return []
    const statuses = entries.map((entry) => statusOf(entry, ticks.get(entry.enrollment_id)))
    if (onlyUnticked && !justTicked.has(student.user_id) && !statuses.includes(null)) return []
    return { student, entries, statuses, isUnsent: entries.some(({ enrollment_id }) => ticks.has(enrollment_id)) }
  })
}

/** Status of all of a student's modules; null where they differ, or have none. */
export const wholeStatus = ([first, ...others]: readonly (PresenceStatus | null)[]): PresenceStatus | null =>
  others.every((status) => status === first) ? (first ?? null) : null

/** Enrollments without a tick in these rows, and the number of their students. */
export function untickedIn(rows: readonly StudentRow[]): { enrollment_ids: number[]; students: number } {
  const unticked = rows.filter(({ statuses }) => statuses.includes(null))
  const enrollment_ids = unticked.flatMap(({ entries, statuses }) =>
    entries.filter((_, at) => statuses[at] === null).map(({ enrollment_id }) => enrollment_id),
  )
  return { enrollment_ids, students: unticked.length }
}

/** Numbers of students; one may take several modules. */
export interface PresenceCounts {
  all: number
  /** includes those who are late */
  present: number
  late: number
  absent: number
}

/** Counts students of a module or room, or all (null). One who is present at one of their modules counts as present. */
export function countsOf(
  { entities }: PresenceList,
  ticks: ReadonlyMap<number, Tick>,
  narrowed: Narrowed,
): PresenceCounts {
  const asked = entities.filter((entry) => isWithin(entry, narrowed))
  const counts: PresenceCounts = { all: 0, present: 0, late: 0, absent: 0 }
  for (const entries of groupBy(asked, ({ user_id }) => user_id).values()) {
    const statuses = entries.map((entry) => statusOf(entry, ticks.get(entry.enrollment_id)))
    const isThere = statuses.some(isPresent)
    counts.all += 1
    if (isThere) counts.present += 1
    if (isThere && !statuses.includes('present')) counts.late += 1
    if (!isThere && statuses.includes('absent')) counts.absent += 1
  }
  return counts
}

/** Name in the order of registers: 'Bakker, André van 't'. */
export const nameOf = ({ first_name, last_name, student_number }: PresenceEntry): string =>
  registerLabel({ first_name, last_name, username: student_number ?? 'Zonder naam' })

/** Null for no room, or one that the reader does not see. */
export const nameOfRoom = ({ rooms }: PresenceList, id: number | null): string | null =>
  rooms.find((room) => room.id === id)?.name ?? null

/** Counts of each room of a divided moment, then of students without a chair, if there are any. */
export function countsPerRoom(list: PresenceList, ticks: ReadonlyMap<number, Tick>) {
  const withoutRoom = { id: 'none' as const, name: null }
  return [...list.rooms, withoutRoom]
    .map(({ id, name }) => ({ id, name, counts: countsOf(list, ticks, { module_id: null, room_id: id }) }))
    .filter(({ id, counts }) => id !== 'none' || (list.rooms.length > 0 && counts.all > 0))
}

/** People who came without being on the list, in a room: also those where nobody noted the room. */
export const walkInsOf = ({ walk_ins }: PresenceList, room_id: Asked['room_id']) =>
  walk_ins.filter((walkIn) => room_id === null || walkIn.room_id === null || walkIn.room_id === room_id)
