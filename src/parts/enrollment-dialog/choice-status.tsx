import {
  enrollmentRefusalTexts,
  heldElsewhereText,
  unenrollmentRefusalTexts,
} from '#domain/enrollments/enrollment.texts.ts'
import { unansweredTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import { closesAt, opensAt } from '#domain/testmoments/testmoment.rules.ts'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import { PlannedChangeLine } from '../clock/clock.tsx'
import styles from './choice-card.module.css'
import type { EnrollmentChoice } from './enrollment-choices.ts'
import { offeredWish } from './offered-wish.ts'

interface ChoiceStatusProps {
  choice: EnrollmentChoice
  moduleName: string
  now: number
}

/** How the student stands with this moment, why nothing can be changed where that is so, and until when it can. */
export function ChoiceStatus({ choice, moduleName, now }: ChoiceStatusProps) {
  const { enrollment, verdict, testmoment, unanswered } = choice
  const opening = !verdict.allowed && verdict.refusal === 'enrollments-closed' ? opensAt(testmoment) : null
  const closing = offeredWish(choice) && closesAt(testmoment, now)
  if (unanswered)
    return (
      <StatusLine tone="warning" icon="clock">
        {unansweredTexts[unanswered.wish].dialog}
      </StatusLine>
    )
  return (
    <>
      {enrollment && verdict.allowed && (
        <Badge tone="success" icon="check">
          Ingeschreven
        </Badge>
      )}
      {enrollment && !verdict.allowed && (
        <StatusLine tone="success" icon="lock">
          {unenrollmentRefusalTexts[verdict.refusal].card(moduleName)}
        </StatusLine>
      )}
      {!enrollment && !verdict.allowed && (
        <StatusLine tone="neutral" icon={verdict.refusal === 'enrollments-closed' ? 'lock' : 'info'}>
          {enrollmentRefusalTexts[verdict.refusal].card(moduleName)}
        </StatusLine>
      )}
      <HeldElsewhereNote choice={choice} moduleName={moduleName} now={now} />
      {opening && <PlannedChangeLine change="opening" at={opening} />}
      {closing && <PlannedChangeLine change="closing" at={closing} />}
    </>
  )
}

/** At which other moment the module is taken, and why it cannot be moved from there. */
export const HeldElsewhereNote = ({ choice, moduleName, now }: ChoiceStatusProps) =>
  choice.enrollment === null &&
  choice.held && <p className={styles.held}>{heldElsewhereText(choice.held, moduleName, now)}</p>
