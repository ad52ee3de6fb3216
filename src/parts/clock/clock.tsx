import { useEffect, useMemo, useReducer } from 'react'
import { countdownStep, instantLabel } from '#domain/calendar/date-labels.ts'
import { closesAt, nextChange, type PlannedChange } from '#domain/enrollments/enrollment.rules.ts'
import { chosenUntilText } from '#domain/enrollments/enrollment-status.texts.ts'
import type { Testmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import { countdownText, plannedChangeText } from '#domain/enrollments/planned-change.texts.ts'
import { useServerTime } from '#src/session/session-view.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'

/** A timer of a browser counts no further than 24 days. */
const LONGEST_SLEEP_MS = 86_400_000
/** So long before its time (ms) an alarm looks at the clock once more, which may have been set since. */
const ALMOST_MS = 2_000
/** Texts about a time are true for a minute. */
const MINUTE_MS = 60_000

/**
 * The server's time (ms) for a screen that shows these moments, which renders again when one of them opens, closes or is over. It
 * stays the same for a minute otherwise: a screen whose new data are the same does not render again.
 */
export function useMomentClock(testmoments: readonly Testmoment[]): number {
  const [wakes, wake] = useReducer((count: number) => count + 1, 0)
  const now = useServerTime()
  const next = nextChange(testmoments, now())

  // biome-ignore lint/correctness/useExhaustiveDependencies: each wake sets the next alarm
  useEffect(() => {
    if (next === null) return
    const left = next - now()
    const sleep = left > 2 * ALMOST_MS ? left - ALMOST_MS : Math.max(0, left)
    const alarm = setTimeout(wake, Math.min(sleep, LONGEST_SLEEP_MS))
    return () => clearTimeout(alarm)
  }, [next, now, wakes])

  // A phone that slept missed its alarm.
  useEffect(() => {
    document.addEventListener('visibilitychange', wake)
    return () => document.removeEventListener('visibilitychange', wake)
  }, [])

  const minute = Math.floor(now() / MINUTE_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these has something else to say
  return useMemo(now, [testmoments, wakes, minute, now])
}

/** An opening is waited for from whenever it is known; a closing is counted down to only once there is reason to hurry. */
export const LAST_HOURS_MS = 6 * 3_600_000

/** Until when students can change something at an open moment: its planned closing, or its end. */
export function OpenUntil({ moment, now }: { moment: Testmoment; now: number }) {
  const closing = closesAt(moment, now)
  if (closing) return <PlannedChangeLine change="closing" at={closing} />
  return (
    <StatusLine tone="accent" icon="clock">
      Open {chosenUntilText(moment, now)}
    </StatusLine>
  )
}

/** When enrollment opens or closes by itself, and how long that takes; by the server's clock. */
export function PlannedChangeLine({ standsOut, ...planned }: PlannedChange & { standsOut?: boolean }) {
  const Line = standsOut ? Badge : StatusLine
  const serverTime = useServerTime()
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const now = serverTime()
  const left = Date.parse(planned.at) - now
  const step = countdownStep(left)

  useEffect(() => {
    const timer = setInterval(rerender, step)
    return () => clearInterval(timer)
  }, [step])

  return (
    <Line tone="accent" icon="clock">
      {planned.change === 'closing' && left > LAST_HOURS_MS ? (
        plannedChangeText(planned, now)
      ) : (
        <>
          {/* A timer is read aloud only when somebody asks for it. */}
          <span role="timer">{countdownText(planned, now)}</span>
          {left > 0 && `, ${instantLabel(planned.at, now)}`}
        </>
      )}
    </Line>
  )
}
