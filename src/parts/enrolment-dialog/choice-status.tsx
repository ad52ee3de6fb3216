import { enrollmentRefusalTexts, unenrollmentRefusalTexts } from '#domain/enrollment/enrollment.texts.ts'
import { opensAt } from '#domain/testmoment/opening.rules.ts'
import { Badge, StatusLine } from '#src/ui/status/status.tsx'
import { OpeningCountdown } from '../clock/opening-countdown.tsx'
import type { EnrollmentChoice } from './enrollment-choices.ts'

/** How the student stands with this moment, and why nothing can be changed where that is so. */
export function ChoiceStatus({ choice, moduleName }: { choice: EnrollmentChoice; moduleName: string }) {
  const { enrollment, verdict } = choice
  if (enrollment && verdict.allowed)
    return (
      <Badge tone="success" icon="check">
        Ingeschreven
      </Badge>
    )
  if (verdict.allowed) return null
  const isClosed = verdict.refusal === 'enrollments-closed'
  const opening = isClosed ? opensAt(choice.testmoment) : null
  return (
    <>
      {enrollment ? (
        <StatusLine tone="success" icon="lock">
          {unenrollmentRefusalTexts[verdict.refusal].card(moduleName)}
        </StatusLine>
      ) : (
        <StatusLine tone="neutral" icon={isClosed ? 'lock' : 'info'}>
          {enrollmentRefusalTexts[verdict.refusal].card(moduleName)}
        </StatusLine>
      )}
      {opening && <OpeningCountdown opensAt={opening} />}
    </>
  )
}
