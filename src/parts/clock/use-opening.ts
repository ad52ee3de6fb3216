import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { isOpening } from '#domain/testmoments/testmoment.rules.ts'

/** The server opens a moment at most this long after its planned time. */
const LATENESS_MS = 1_000
/** All countdowns end at once, so each client waits a random part of this (ms), which doubles with each attempt. */
const SPREAD_MS = 1_500
const LONGEST_SPREAD_MS = 30_000

/** Once a countdown has ended, fetches the screen's lists until the moment is open, even if no event arrives. */
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
