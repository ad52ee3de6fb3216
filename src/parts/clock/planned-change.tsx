import { useEffect, useReducer } from 'react'
import { countdownStep, instantLabel } from '#domain/calendar/date-labels.ts'
import type { PlannedChange } from '#domain/testmoments/testmoment.rules.ts'
import { countdownText, plannedChangeText } from '#domain/testmoments/testmoment.texts.ts'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import { useServerTime } from './use-server-time.ts'

/** An opening is waited for from whenever it is known; a closing is counted down to only once there is reason to hurry. */
const LAST_HOURS_MS = 6 * 3_600_000

/** When enrollment opens or closes by itself, and how long that takes; by the server's clock. */
export function PlannedChangeLine({ standsOut, ...planned }: PlannedChange & { standsOut?: boolean }) {
  const Line = standsOut ? Badge : StatusLine
  const serverTime = useServerTime()
  const [, drawAnew] = useReducer((count: number) => count + 1, 0)
  const now = serverTime()
  const left = Date.parse(planned.at) - now
  const step = countdownStep(left)

  useEffect(() => {
    const timer = setInterval(drawAnew, step)
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
