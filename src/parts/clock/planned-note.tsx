import { plannedChange } from '#domain/testmoments/planned-change.rules.ts'
import type { OpeningTimes } from '#domain/testmoments/schedule.rules.ts'
import { plannedChangeText } from '#domain/testmoments/testmoment.texts.ts'
import { StatusLine } from '#src/ui/status.tsx'

/** What the schedule of a moment does next, for teachers; nothing where nothing is planned. */
export function PlannedNote({ testmoment }: { testmoment: OpeningTimes }) {
  const now = Date.now()
  const planned = plannedChange(testmoment, now)
  if (!planned) return null
  return (
    <StatusLine tone="neutral" icon="clock">
      {plannedChangeText(planned, now)}
    </StatusLine>
  )
}
