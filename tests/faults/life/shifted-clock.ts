/** Timers from this length on (ms) belong to the clock that is shifted; shorter ones are pauses and timeouts of a machine. */
const LONG = 60_000

const real = { now: Date.now, setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }

let ahead = 0

/** Long timers that run, by what they are cancelled by: when they are due by the shifted clock, and what they do. */
const long = new Map<unknown, { due: number; fire: () => void }>()

/**
 * From now on the clock of this process is `ms` away from the machine's, and goes as fast: leases, windows and pauses last
 * as long as they do. Time passes by `leapTo`.
 */
export function shiftClock(ms: number): void {
  ahead = ms
  Date.now = () => real.now() + ahead
  globalThis.Date = class extends Date {
    constructor(...parts: [] | ConstructorParameters<typeof Date>) {
      if (parts.length === 0) super(Date.now())
      else super(...parts)
    }
  } as DateConstructor

  const later = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    if (ms < LONG) return real.setTimeout(run, ms, ...args)
    const fire = () => {
      long.delete(handle)
      real.clearTimeout(handle)
      run(...args)
    }
    const handle = real.setTimeout(fire, ms)
    long.set(handle, { due: Date.now() + ms, fire })
    return handle
  }
  // It does what Node's does; the promise of `util.promisify` alone is not carried over, and nobody here asks for it.
  globalThis.setTimeout = later as typeof setTimeout
  globalThis.clearTimeout = (handle) => {
    long.delete(handle)
    real.clearTimeout(handle)
  }
}

/** It is `at` (ms since the epoch) all at once, as for a machine that slept: long timers whose time has come go off. */
export function leapTo(at: number): void {
  ahead = at - real.now()
  for (const { due, fire } of [...long.values()]) if (due <= at) fire()
}

/** How far away it is now (ms), for a process that is to have the same. */
export const aheadNow = (): number => ahead
