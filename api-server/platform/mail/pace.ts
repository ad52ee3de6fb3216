const MINUTE = 60_000

interface Pace {
  /** number that may go now */
  room(): number
  /** counts this many letters as sent now */
  take(count: number): void
  /** ms until one may go; infinite if it may go now */
  untilRoom(): number
}

/** ms between two letters while the server is busy: a letter takes 2 to 5 ms of the thread that answers people. */
const BUSY_GAP_MS = 1_000

interface PaceOptions {
  /** monotonic ms, since the time of day may be set */
  clock?: () => number
  /** whether people's requests fill the server; letters then go one by one, and never stop */
  isBusy?: (() => boolean) | undefined
}

/** Spreads letters evenly over each minute; after a pause at most a second's worth goes at once. 0 means unlimited. */
export function createPace(
  perMinute: number,
  { clock = () => performance.now(), isBusy = () => false }: PaceOptions = {},
): Pace {
  const usual = perMinute === 0 ? UNLIMITED : spreadEvenly(perMinute, clock)
  let latest = Number.NEGATIVE_INFINITY
  const busyGapLeft = () => (isBusy() ? BUSY_GAP_MS - (clock() - latest) : 0)
  return {
    room: () => (busyGapLeft() > 0 ? 0 : isBusy() ? Math.min(1, usual.room()) : usual.room()),
    take: (count) => {
      if (count > 0) latest = clock()
      usual.take(count)
    },
    untilRoom: () => {
      const left = busyGapLeft()
      return left > 0 ? left : usual.untilRoom()
    },
  }
}

const UNLIMITED: Pace = {
  room: () => Number.POSITIVE_INFINITY,
  take: () => undefined,
  untilRoom: () => Number.POSITIVE_INFINITY,
}

function spreadEvenly(perMinute: number, clock: () => number): Pace {
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

/** Share of the time that the event loop works from which on a server is busy; at an opening it is 0.8. */
const BUSY_SHARE = 0.5

/** ms over which that is measured: one long turn is no rush. */
const MEASURED_MS = 500

/** Returns a function that says whether the event loop was busy of late. */
export function watchEventLoop(): () => boolean {
  let before = performance.eventLoopUtilization()
  let isBusy = false
  return () => {
    const { utilization, active, idle } = performance.eventLoopUtilization(before)
    if (active + idle >= MEASURED_MS) {
      isBusy = utilization >= BUSY_SHARE
      before = performance.eventLoopUtilization()
    }
    return isBusy
  }
}
