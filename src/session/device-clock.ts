/**
 * The time on this device in milliseconds since the epoch, never running back. `Date` follows a clock that people set;
 * `performance` stands still while some phones sleep. Whichever went further is right about how much time has passed.
 */
export function deviceClock(): () => number {
  let time = Date.now()
  let mark = performance.now()
  return () => {
    const elapsed = performance.now() - mark
    mark += elapsed
    time = Math.max(Date.now(), time + elapsed)
    return time
  }
}
