import { type RefObject, useEffect } from 'react'
import { addDays, dayOf, startOfDay } from '#domain/calendar/amsterdam.ts'
import { endOf } from '#domain/testmoments/testmoment.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { dropCard } from '#src/offline/drop-card.ts'
import { keepCard } from '#src/offline/kept-card.ts'
import type { ComingTest } from './modules-overview.ts'

interface KeepNextTestProps {
  /** where its card stands */
  place: RefObject<HTMLElement | null>
  user: User
  /** null where nothing is coming, or not surely */
  test: ComingTest | null
  now: number
}

/** The buttons for files are in the card by then too. */
const DRAWN_AFTER_MS = 1_500
/** Others may change it meanwhile. */
const LONGEST_SHOWN_MS = 7 * 86_400_000

/** Has the device keep the card of the next test, once the server has confirmed what it says, for the next time that the app opens. */
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
