import { useRouter } from '@tanstack/react-router'
import { useEffect, useReducer } from 'react'
import { isOpening, nextChange } from '#domain/testmoment/next-change.rules.ts'
import type { Testmoment } from '#domain/testmoment/testmoment.schema.ts'
import { useServerTime } from './use-server-time.ts'

/** A timer of a browser counts no further than 24 days. */
const LONGEST_SLEEP_MS = 86_400_000
/** The server opens a moment so much after its time at the most. */
const LATENESS_MS = 1_000
/** Everybody's countdown ends at once: their requests are spread over this, and again each time nothing has changed. */
const SPREAD_MS = 1_500
const LONGEST_SPREAD_MS = 30_000

/**
 * The server's time (ms) for a screen that shows these moments. It is drawn anew when one of them opens, closes or is
 * over; when one should open, its lists are fetched until it has.
 */
export function useMomentClock(testmoments: readonly Testmoment[]): number {
  const router = useRouter()
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

  const opening = testmoments.some((testmoment) => isOpening(testmoment, now()))
  useEffect(() => {
    if (!opening) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const fetchAfter = (spread: number) => {
      timer = setTimeout(
        async () => {
          await router.invalidate()
          if (timer) fetchAfter(Math.min(spread * 2, LONGEST_SPREAD_MS))
        },
        LATENESS_MS + Math.random() * spread,
      )
    }
    fetchAfter(SPREAD_MS)
    return () => {
      clearTimeout(timer)
      timer = undefined
    }
  }, [opening, router])

  return now()
}
