/** Often enough to notice within a tenth of a second, too seldom to cost anything. */
const EVERY_MS = 50

export interface LagMeter {
  /** ms by which the event loop came late, the lesser of the last two times: one long turn is no overload */
  lag(): number
  stop(): void
}

/** Measures how late a timer comes. What runs long, and all that waits behind it in the kernel, shows there. */
export function startLagMeter(): LagMeter {
  let due = performance.now() + EVERY_MS
  let [before, latest] = [0, 0]
  const timer = setInterval(() => {
    const now = performance.now()
    before = latest
    latest = Math.max(0, now - due)
    due = now + EVERY_MS
  }, EVERY_MS)
  timer.unref()
  return { lag: () => Math.min(before, latest), stop: () => clearInterval(timer) }
}
