import { addDays } from '#domain/calendar/amsterdam.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'

export const MOST_ROOMS_OF_TESTMOMENT = 200

type When = Pick<WhenAndWhere, 'date' | 'duration' | 'starts_at' | 'ends_at'>

/** Whether two moments need a room at once: for certain, or possibly where a time is missing. */
export type Overlap = 'certain' | 'possible'

/** First and last day on which a moment may share a day with this one. */
export const neighbouringDays = (moment: When): [from: string, until: string] => [
  addDays(moment.date, 1 - DAYS_OF_WEEK),
  lastDay(moment),
]

/**
 * Whether two moments are at the same time. A week has no times, and a moment of a day may have none or only its start: then
 * it is possible. One that ends as the other begins is no overlap. Times of one day compare as texts.
 */
export function overlapOf(one: When, other: When): Overlap | null {
  if (lastDay(one) < other.date || lastDay(other) < one.date) return null
  if (one.starts_at === null || other.starts_at === null) return 'possible'
  if (one.starts_at === other.starts_at) return 'certain'
  const isFirst = one.starts_at < other.starts_at
  const ends = isFirst ? one.ends_at : other.ends_at
  if (ends === null) return 'possible'
  return ends > (isFirst ? other.starts_at : one.starts_at) ? 'certain' : null
}

const DAYS_OF_WEEK = 7

const lastDay = ({ date, duration }: When): string => (duration === 'week' ? addDays(date, DAYS_OF_WEEK - 1) : date)

export const sumOfSeats = (rooms: readonly { seats: number }[]): number =>
  rooms.reduce((sum, { seats }) => sum + seats, 0)
