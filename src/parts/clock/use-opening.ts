import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Testmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import { isOpening } from '#domain/testmoments/testmoment.rules.ts'

/** The server opens a moment so much after its time at the most. */
const LATENESS_MS = 1_000
/** Everybody's countdown ends at once: their requests are spread over this, and over twice that each next time. */
const SPREAD_MS = 1_500
const LONGEST_SPREAD_MS = 30_000

/** Where a countdown has ended, the screen's lists are fetched until the moment is open: also when no news comes. */
export function useOpening(testmoments: readonly Testmoment[], now: number): void {
  const router = useRouter()
  const opening = testmoments.some((testmoment) => isOpening(testmoment, now))
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
}
