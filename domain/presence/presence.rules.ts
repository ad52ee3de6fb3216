import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { groupBy } from '#domain/entities/groups.ts'
import { endOf, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { searchWords } from '#domain/users/search.rules.ts'
import type { Person } from '#domain/users/user.schema.ts'
import type { PresenceStatus, Tick } from './presence.schema.ts'

const HOUR_MS = 3_600_000

/** ms after the last test day in which timely ticks are still accepted */
const SENDING_MS = 48 * HOUR_MS

type Days = Pick<MomentFacts, 'date' | 'duration'>

/**
 * Phase of a moment's presence list: `coming`; `open` on the test days; `sending` for two more days, in which invigilators'
 * devices can send ticks but read nothing; `over`.
 */
export type PresencePhase = 'coming' | 'open' | 'sending' | 'over'

export function presencePhase(moment: Days, now: number): PresencePhase {
  if (now < startOfDay(moment.date)) return 'coming'
  const end = endOf(moment)
  if (now < end) return 'open'
  return now < end + SENDING_MS ? 'sending' : 'over'
}

const phaseChanges = (moment: Days): [opens: number, closes: number, ends: number] => [
  startOfDay(moment.date),
  endOf(moment),
  endOf(moment) + SENDING_MS,
]

/** Time of a tick in ms: a device's clock may be ahead of the server's. */
export const tickTime = (at: string, receivedAt: number): number => Math.min(Date.parse(at), receivedAt)

/** Whether a tick counts: an invigilator's if made on a test day, a teacher's from the first test day on. */
export function isTimely(moment: Days, at: number, by: 'administrator' | 'invigilator'): boolean {
  const [opens, closes] = phaseChanges(moment)
  return at >= opens && (by === 'administrator' || at < closes)
}

/** Events that may end an invigilator's device before the end of the test days; ISO instants. */
export interface DeviceEnds {
  ended_at: string | null
  /** wrong codes on all devices of that link */
  wrong_codes: number
  revoked_at: string | null
}

export const isCodeGuessed = ({ wrong_codes }: Pick<DeviceEnds, 'wrong_codes'>): boolean =>
  wrong_codes >= invigilatorLimits.wrongCodesInAll

/**
 * Instant (ms) from which ticks made on a device do not count: a teacher removed it or ended its link, or the test days are
 * over. Wrong codes of a stranger end a link too, but ticks that admitted devices still have to send count.
 */
export function tickingEnds(moment: Days, ends: DeviceEnds): number {
  const byTeacher = [isCodeGuessed(ends) ? null : ends.ended_at, ends.revoked_at]
  return Math.min(endOf(moment), ...byTeacher.filter((at) => at !== null).map((at) => Date.parse(at)))
}

/** Whether ticks may still be sent: timely ones are accepted for two more days, whatever ended the device. */
export const maySendTicks = (moment: Days, ends: DeviceEnds, now: number): boolean =>
  now < tickingEnds(moment, ends) + SENDING_MS

export interface MadeTick {
  key: string
  status: PresenceStatus | null
  /** ISO instant */
  at: string
  /** administrator, device or system of the school that ticked, each with its id */
  maker: string
  /** the tick comes from a system of the school, not from a person */
  isOfSystem?: boolean
  /** made by reading the student's code */
  by_code: boolean
}

/** Parts of a tick that decide whether it is the current one. */
type Judged = Pick<MadeTick, 'key' | 'at' | 'status' | 'isOfSystem'>

/**
 * Current tick: the one made last; of two at one instant the same one everywhere. What a system of the school sent never
 * overrules a person who was there: it counts only where no person ticked, or took their tick back before.
 */
export function standingTick<Made extends Judged>(ticks: readonly Made[]): Made | undefined {
  const byPerson = lastOf(ticks.filter(({ isOfSystem }) => isOfSystem !== true))
  return byPerson && byPerson.status !== null ? byPerson : lastOf(ticks)
}

const lastOf = <Made extends Pick<MadeTick, 'key' | 'at'>>(ticks: readonly Made[]): Made | undefined =>
  ticks.reduce<Made | undefined>((last, tick) => (last && !isAfter(tick, last) ? last : tick), undefined)

const isAfter = (one: Pick<MadeTick, 'key' | 'at'>, other: Pick<MadeTick, 'key' | 'at'>): boolean =>
  one.at > other.at || (one.at === other.at && one.key > other.key)

/**
 * Whether a tick may be added to earlier ones of its enrollment: a tick that says which one it replaces is valid only while
 * that one is current. A repeated tick is accepted.
 */
export function mayReplace(made: readonly Judged[], { key, replaces }: Pick<Tick, 'key' | 'replaces'>): boolean {
  if (replaces === undefined || made.some((tick) => tick.key === key)) return true
  const standing = standingTick(made)
  return replaces === null ? (standing?.status ?? null) === null : standing?.key === replaces
}

/**
 * Last ticks of others than the maker of the current one, if they differ from it. Two who read one code differ too: somebody
 * may have shown another's picture.
 */
export function dissentingTicks<Made extends MadeTick>(ticks: readonly Made[]): Made[] {
  const standing = standingTick(ticks)
  if (!standing) return []
  const byMaker = groupBy(ticks, ({ maker }) => maker)
  return [...byMaker].flatMap(([maker, made]) => {
    const last = lastOf(made)
    if (!last || maker === standing.maker) return []
    return last.status !== standing.status || (last.by_code && standing.by_code) ? [last] : []
  })
}

/** Whether a status counts as present; late does. */
export const isPresent = (status: PresenceStatus | null | undefined): boolean =>
  status === 'present' || status === 'late'

/**
 * Limits of a link: admitted devices, and wrong codes, of one device or all, that end it. The limits on ticks and notes of one
 * device are above what people do by hand; they bound what a program can write to the database.
 */
export const invigilatorLimits = { devices: 10, wrongCodes: 5, wrongCodesInAll: 25, ticks: 10_000, walkIns: 200 }

export const CODE_DIGITS = 6

/**
 * Why a device is not admitted, or not any more. `link-ended` and `device-refused` also come of too many wrong codes; a
 * device that sends ticks gets them only two days later.
 */
export const invigilationRefusals = [
  'link-ended',
  'link-not-yet',
  'rooms-not-published',
  'code-wrong',
  'device-refused',
  'devices-full',
  'presence-closed',
] as const
export type InvigilationRefusal = (typeof invigilationRefusals)[number]

export const presenceRefusals = ['presence-not-yet'] as const
export type PresenceRefusal = (typeof presenceRefusals)[number]

interface Seated extends Pick<Person, 'first_name' | 'last_name' | 'student_number'> {
  /** room of their chair; null without one */
  room_id: number | null
}

/**
 * Ids of the other rooms in which somebody with the searched name or number sits. Only whole words of a name and a whole student
 * number are found: otherwise letter after letter of a stranger's name could be guessed by asking.
 */
export function roomsElsewhere(
  students: readonly Seated[],
  { search, ownRoomId }: { search: string; ownRoomId: number },
) {
  const searchedWords = searchWords(search)
  const rooms = new Set<number>()
  if (searchedWords.length === 0) return rooms
  for (const { first_name, last_name, student_number, room_id } of students) {
    if (room_id === null || room_id === ownRoomId || rooms.has(room_id)) continue
    const words = new Set([first_name, last_name, student_number ?? ''].flatMap(searchWords))
    if (searchedWords.every((word) => words.has(word))) rooms.add(room_id)
  }
  return rooms
}
