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
  const most = Math.max(1, perMinute / 60)
  let allowed = most
  let at = clock()

  const look = (): number => {
    const now = clock()
    allowed = Math.min(most, allowed + (now - at) / gap)
    at = now
    return allowed
  }
  return {
    room: () => Math.floor(look()),
    take: (count) => {
      allowed = look() - count
    },
    untilRoom: () => (look() >= 1 ? Number.POSITIVE_INFINITY : Math.ceil((1 - allowed) * gap)),
  }
}
