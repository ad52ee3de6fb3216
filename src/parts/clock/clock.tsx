import { type ReactNode, useEffect, useMemo, useReducer } from 'react'
import { countdownStep, instantLabel } from '#domain/calendar/date-labels.ts'
import { nextChange, type PlannedChange } from '#domain/enrollments/enrollment.rules.ts'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { countdownText, plannedChangeText } from '#domain/enrollments/planned-change.texts.ts'
import { useServerTime } from '#src/session/session-view.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'

/** Longest sleep of an alarm: a day. A browser's timer counts no further than 24 days. */
const LONGEST_SLEEP_MS = 86_400_000
/** An alarm wakes this long (ms) before its time to read the clock again, which may have been set since. */
const ALMOST_MS = 2_000
/** How long a text about a time stays true. */
const MINUTE_MS = 60_000

/**
 * Returns the server's time (ms since the epoch) for a screen that shows these moments. The screen renders again when one of
 * them opens, closes or is over. Otherwise the time changes once a minute: new data that are the same cause no render.
 */
export function useMomentClock(testmoments: readonly Testmoment[]): number {
  const [wakes, wake] = useReducer((count: number) => count + 1, 0)
  const now = useServerTime()
  const next = nextChange(testmoments, now())

  // biome-ignore lint/correctness/useExhaustiveDependencies: each wake sets the next alarm
  useEffect(() => {
    if (next === null) return
    const remaining = next - now()
    const sleep = remaining > 2 * ALMOST_MS ? remaining - ALMOST_MS : Math.max(0, remaining)
    const alarm = setTimeout(wake, Math.min(sleep, LONGEST_SLEEP_MS))
    return () => clearTimeout(alarm)
  }, [next, now, wakes])

  // A sleeping phone misses its alarm.
  useEffect(() => {
    document.addEventListener('visibilitychange', wake)
    return () => document.removeEventListener('visibilitychange', wake)
  }, [])

  const minute = Math.floor(now() / MINUTE_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these needs the current time
  return useMemo(now, [testmoments, wakes, minute, now])
}

/** An opening is counted down to as soon as it is planned, a closing only in its last hours, when there is reason to hurry. */
export const LAST_HOURS_MS = 6 * 3_600_000

interface PlannedChangeLineProps extends PlannedChange {
  standsOut?: boolean
  children?: ReactNode
}

/** Shows when enrollment opens or closes by itself, and how long that takes, by the server's clock. */
export function PlannedChangeLine({ standsOut, children, ...planned }: PlannedChangeLineProps) {
  const Line = standsOut ? Badge : StatusLine
  const serverTime = useServerTime()
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const now = serverTime()
  const remaining = Date.parse(planned.at) - now
  const step = countdownStep(remaining)

  useEffect(() => {
    const timer = setInterval(rerender, step)
    return () => clearInterval(timer)
  }, [step])

  return (
    <Line tone="accent" icon="clock">
      {planned.change === 'closing' && remaining > LAST_HOURS_MS ? (
        <span>{plannedChangeText(planned, now)}</span>
      ) : (
        <>
          {/* A screen reader reads a timer only on request. */}
          <span role="timer" translate="no">
            {countdownText(planned, now)}
          </span>
          {remaining > 0 && <span translate="no">{`, ${instantLabel(planned.at, now)}`}</span>}
        </>
      )}
      {children}
    </Line>
  )
}
