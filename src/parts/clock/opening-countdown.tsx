import { useEffect, useReducer } from 'react'
import { countdownLabel, countdownStep } from '#domain/calendar/countdown-label.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { Badge, StatusLine } from '#src/ui/status/status.tsx'
import { useServerTime } from './use-server-time.ts'

/** How long it takes until enrolment opens by itself, and when that is. `opensAt` is an ISO instant. */
export function OpeningCountdown({ opensAt, standsOut }: { opensAt: string; standsOut?: boolean }) {
  const Line = standsOut ? Badge : StatusLine
  const now = useServerTime()
  const [, drawAnew] = useReducer((count: number) => count + 1, 0)
  const left = Date.parse(opensAt) - now()
  const step = countdownStep(left)

  useEffect(() => {
    const timer = setInterval(drawAnew, step)
    return () => clearInterval(timer)
  }, [step])

  // A timer is read aloud only when somebody asks for it.
  return (
    <Line tone="accent" icon="clock">
      <span role="timer">{left > 0 ? `Opent over ${countdownLabel(left)}` : 'Opent nu…'}</span>
      {left > 0 && `, ${instantLabel(opensAt, now())}`}
    </Line>
  )
}
