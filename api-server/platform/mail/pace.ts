const MINUTE = 60_000

interface Pace {
  /** how many may go now */
  room(): number
  /** so many go now */
  take(count: number): void
  /** ms until one may go; infinite when it may now */
  untilRoom(): number
}

/**
 * Lets so many a minute through, evenly, and after a pause no more than those of a second at once; 0 for as many as there
 * are. By a clock that only goes on (ms), not that of the day, which somebody may set.
 */
export function createPace(perMinute: number, clock: () => number = () => performance.now()): Pace {
  if (perMinute === 0)
    return {
      room: () => Number.POSITIVE_INFINITY,
      take: () => undefined,
      untilRoom: () => Number.POSITIVE_INFINITY,
    }
  const gap = MINUTE / perMinute
  /** those of a second, and one at least: with some to spare, so that none is lost by rounding */
  const longest = Math.max(1.5 * gap, 1_000)
  /** since when nothing went for which there was room */
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
