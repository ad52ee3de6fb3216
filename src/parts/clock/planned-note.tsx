import { plannedChange } from '#domain/enrollments/planned-change.rules.ts'
import { plannedChangeText } from '#domain/enrollments/planned-change.texts.ts'
import { StatusLine } from '#src/ui/status.tsx'

/** Shows teachers the next change that a moment's schedule plans; nothing if none is planned. */
export function PlannedNote({ testmoment }: { testmoment: Parameters<typeof plannedChange>[0] }) {
  const now = Date.now()
  const planned = plannedChange(testmoment, now)
  if (!planned) return null
  return <StatusLine icon="clock">{plannedChangeText(planned, now)}</StatusLine>
}
