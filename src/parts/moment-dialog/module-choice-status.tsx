import { enrollmentRefusalTexts } from '#domain/enrollments/enrollment.texts.ts'
import { enrollmentBadge, unansweredTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import { HeldElsewhereNote } from '../enrollment-dialog/choice-status.tsx'
import type { EnrollmentChoice } from '../enrollment-dialog/enrollment-choices.ts'

interface ModuleChoiceStatusProps {
  choice: EnrollmentChoice
  moduleName: string
  now: number
}

/** How the student stands with a module here. That the moment is closed is said once, above all of them. */
export function ModuleChoiceStatus({ choice, moduleName, now }: ModuleChoiceStatusProps) {
  const { enrollment, verdict, unanswered } = choice
  if (unanswered)
    return (
      <StatusLine tone="warning" icon="clock">
        {unansweredTexts[unanswered.wish].dialog}
      </StatusLine>
    )
  if (enrollment)
    return (
      <Badge tone="success" icon={verdict.allowed ? 'check' : 'lock'}>
        Ingeschreven
      </Badge>
    )
  if (verdict.allowed) return null
  const isClosed = verdict.refusal === 'enrollments-closed'
  return (
    <>
      <StatusLine tone="neutral" icon={isClosed ? 'minus' : 'info'}>
        {isClosed ? enrollmentBadge(null) : enrollmentRefusalTexts[verdict.refusal].list(moduleName)}
      </StatusLine>
      <HeldElsewhereNote choice={choice} moduleName={moduleName} now={now} />
    </>
  )
}
