import { useEffect, useReducer } from 'react'
import { nextChange } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { useServerTime } from './use-server-time.ts'

/** A timer of a browser counts no further than 24 days. */
const LONGEST_SLEEP_MS = 86_400_000
/** The server's time (ms) for a screen that shows these moments, drawn anew when one of them opens, closes or is over. */
export function useMomentClock(testmoments: readonly Testmoment[]): number {
  const [wakes, wake] = useReducer((count: number) => count + 1, 0)
  const now = useServerTime()
  const next = nextChange(testmoments, now())

  // biome-ignore lint/correctness/useExhaustiveDependencies: each wake sets the next alarm
  useEffect(() => {
    if (next === null) return
    const alarm = setTimeout(wake, Math.min(Math.max(0, next - now()), LONGEST_SLEEP_MS))
    return () => clearTimeout(alarm)
  }, [next, now, wakes])

  // A phone that slept missed its alarm.
  useEffect(() => {
    document.addEventListener('visibilitychange', wake)
    return () => document.removeEventListener('visibilitychange', wake)
  }, [])

  return now()
}
