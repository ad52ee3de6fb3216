import { type RefObject, useEffect } from 'react'
import { addDays, dayOf, startOfDay } from '#domain/calendar/amsterdam.ts'
import { endOf } from '#domain/testmoments/testmoment.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { dropCard } from '#src/offline/drop-card.ts'
import { keepCard } from '#src/offline/kept-card.ts'
import type { ComingTest } from './modules-overview.ts'

interface KeepNextTestProps {
  /** element around its card */
  place: RefObject<HTMLElement | null>
  user: User
  /** null if no test is coming, or if that is uncertain */
  test: ComingTest | null
  now: number
}

/** Time (ms) after which the card also has its buttons for files. */
const DRAWN_AFTER_MS = 1_500
/** Longest time (ms) to show the card: others may change the test. */
const LONGEST_SHOWN_MS = 7 * 86_400_000

/** Stores the card of the next test on the device, once the server has confirmed it, for the next start of the app. */
export function KeepNextTest({ place, user, test, now }: KeepNextTestProps) {
  const isConnected = useIsConnected()
  useEffect(() => {
    if (!isConnected) return
    const timer = setTimeout(() => {
      const card = place.current?.firstElementChild
      if (!test || !card) return dropCard()
      const isExactUntil = startOfDay(addDays(dayOf(now), 1))
      const shownUntil = Math.min(endOf(test.testmoment), now + LONGEST_SHOWN_MS)
      keepCard({ userId: user.id, isExactUntil, shownUntil }, card)
    }, DRAWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isConnected, place, user.id, test, now])
  return null
}
