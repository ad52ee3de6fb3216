import { opensAt } from '#domain/enrollments/enrollment.rules.ts'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { StatusLine } from '#src/ui/status.tsx'
import { PlannedChangeLine } from './clock.tsx'

export function OpensLine({ moment }: { moment: Testmoment }) {
  const opening = opensAt(moment)
  if (opening) return <PlannedChangeLine change="opening" at={opening} />
  return <StatusLine icon="clock">Opening nog niet bekend</StatusLine>
}
