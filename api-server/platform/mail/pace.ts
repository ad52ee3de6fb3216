const MINUTE = 60_000

interface Pace {
  /** number that may go now */
  room(): number
  /** counts this many letters as sent now */
  take(count: number): void
  /** ms until one may go; infinite if it may go now */
  untilRoom(): number
}

/**
 * Spreads letters evenly over each minute; after a pause at most a second's worth goes at once. 0 means unlimited. Uses a
 * monotonic clock (ms), since the time of day may be set.
 */
export function createPace(perMinute: number, clock: () => number = () => performance.now()): Pace {
  if (perMinute === 0)
    return {
      room: () => Number.POSITIVE_INFINITY,
      take: () => undefined,
      untilRoom: () => Number.POSITIVE_INFINITY,
    }
  const gap = MINUTE / perMinute
  /** ms of unused room kept: a second's, and enough for one letter with a margin for rounding */
  const longest = Math.max(1.5 * gap, 1_000)
  /** ms from which room is unused */
  let since = clock() - longest

  const unused = (): number => {
    const now = clock()
    since = Math.max(since, now - longest)
    return now - since
  }
  return {
    room: () => Math.floor(unused() / gap),
    take: (count) => {
      since += count * gap
    },
    untilRoom: () => {
      const left = gap - unused()
      return left > 0 ? Math.ceil(left) : Number.POSITIVE_INFINITY
    },
  }
}
