import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { endOf, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import type { PresenceStatus, Tick } from './presence.schema.ts'

const HOUR = 3_600_000

/** How long after the last test day what was ticked in time is still taken. */
const SENDING_MS = 48 * HOUR

type Days = Pick<MomentFacts, 'date' | 'duration'>

/**
 * Where a moment's presence list is in its life: `coming`; `open` on the test days; `sending` for two days more, in which
 * devices of invigilators send what they ticked and read nothing; `over`.
 */
export type PresencePhase = 'coming' | 'open' | 'sending' | 'over'

export function presencePhase(moment: Days, now: number): PresencePhase {
  if (now < startOfDay(moment.date)) return 'coming'
  const end = endOf(moment)
  if (now < end) return 'open'
  return now < end + SENDING_MS ? 'sending' : 'over'
}

/** The instants (ms) at which the phase changes. */
const phaseChanges = (moment: Days): [opens: number, closes: number, ends: number] => [
  startOfDay(moment.date),
  endOf(moment),
  endOf(moment) + SENDING_MS,
]

/** When a tick was made, in ms: a device's clock may be ahead, the server's is not. */
export const tickTime = (at: string, receivedAt: number): number => Math.min(Date.parse(at), receivedAt)

/** An invigilator's tick counts that was made on a test day; a teacher's from then on, for ever. */
export function isTimely(moment: Days, at: number, by: 'administrator' | 'invigilator'): boolean {
  const [opens, closes] = phaseChanges(moment)
  return at >= opens && (by === 'administrator' || at < closes)
}

/** Events that may end the work of an invigilator's device before the test days are over; instants are ISO. */
export interface DeviceEnds {
  /** when its link ended */
  ended_at: string | null
  /** wrong codes of all devices of that link */
  wrong_codes: number
  /** when a teacher took the device off */
  revoked_at: string | null
}

/** Whether it was wrong codes that ended a link. */
export const isCodeGuessed = ({ wrong_codes }: Pick<DeviceEnds, 'wrong_codes'>): boolean =>
  wrong_codes >= invigilatorLimits.wrongCodesInAll

/**
 * The instant (ms) from which ticks made on a device do not count: a teacher took it off or ended its link, or the test
 * days are over. A stranger's wrong codes end a link as well, but not what the devices that are in have still to send.
 */
export function tickingEnds(moment: Days, ends: DeviceEnds): number {
  const byTeacher = [isCodeGuessed(ends) ? null : ends.ended_at, ends.revoked_at]
  return Math.min(endOf(moment), ...byTeacher.filter((at) => at !== null).map((at) => Date.parse(at)))
}

/** Whether ticks may still be sent: those made in time are accepted for two more days, whatever ended the device. */
export const maySendTicks = (moment: Days, ends: DeviceEnds, now: number): boolean =>
  now < tickingEnds(moment, ends) + SENDING_MS

export interface MadeTick {
  key: string
  status: PresenceStatus | null
  /** ISO instant */
  at: string
  /** who ticked: an administrator or a device, each with its own id */
  maker: string
}

/** The tick that stands: the one made last; of two at one instant the same one everywhere. */
export const standingTick = <Made extends Pick<MadeTick, 'key' | 'at'>>(ticks: readonly Made[]): Made | undefined =>
  ticks.reduce<Made | undefined>((last, tick) => (last && !isAfter(tick, last) ? last : tick), undefined)

const isAfter = (one: Pick<MadeTick, 'key' | 'at'>, other: Pick<MadeTick, 'key' | 'at'>): boolean =>
  one.at > other.at || (one.at === other.at && one.key > other.key)

/**
 * Whether a tick may be added to those that were made of its enrollment: one that says what it replaces only while that is
 * current. A tick that came before may come again.
 */
export function mayReplace(
  made: readonly Pick<MadeTick, 'key' | 'at' | 'status'>[],
  { key, replaces }: Pick<Tick, 'key' | 'replaces'>,
): boolean {
  if (replaces === undefined || made.some((tick) => tick.key === key)) return true
  const standing = standingTick(made)
  return replaces === null ? (standing?.status ?? null) === null : standing?.key === replaces
}

/** Last ticks of others than the maker of the current one, where they differ from it. */
export function dissentingTicks<Made extends MadeTick>(ticks: readonly Made[]): Made[] {
  const standing = standingTick(ticks)
  if (!standing) return []
  const byMaker = Map.groupBy(ticks, ({ maker }) => maker)
  return [...byMaker].flatMap(([maker, made]) => {
    const last = standingTick(made)
    return last && maker !== standing.maker && last.status !== standing.status ? [last] : []
  })
}

/** Late is present. */
export const isPresent = (status: PresenceStatus | null | undefined): boolean =>
  status === 'present' || status === 'late'

/**
 * A link's limits: devices that were let in, and wrong codes of one device and of all together that end it. What one device
 * may tick and note is more than anybody does by hand; it bounds what a program can fill the database with.
 */
export const invigilatorLimits = { devices: 10, wrongCodes: 5, wrongCodesInAll: 25, ticks: 10_000, walkIns: 200 }

export const CODE_DIGITS = 6

/**
 * Why a device is not let in, or is no longer:
 * - `link-ended`: by a teacher, by too many wrong codes, or since the test days and two days more are over; to a device
 *   that sends: two days ago
 * - `link-not-yet`: the test day has not come
 * - `code-wrong`: and more may be tried
 * - `device-refused`: too many wrong codes on this device, or a teacher took it off; to a device that sends: two days ago
 * - `devices-full`: as many as may are in
 * - `presence-closed`: the list is not read any more; what was ticked in time may still be sent
 */
export const invigilationRefusals = [
  'link-ended',
  'link-not-yet',
  'code-wrong',
  'device-refused',
  'devices-full',
  'presence-closed',
] as const
export type InvigilationRefusal = (typeof invigilationRefusals)[number]

/** Why a teacher can't tick, or enroll who walked in. */
export const presenceRefusals = ['presence-not-yet'] as const
export type PresenceRefusal = (typeof presenceRefusals)[number]
