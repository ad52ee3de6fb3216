import { useId } from 'react'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import {
  enrollmentRefusalTexts,
  unansweredTexts,
  unenrollmentRefusalTexts,
} from '#domain/enrollments/enrollment.texts.ts'
import { slotsLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import { closesAt, opensAt } from '#domain/testmoments/testmoment.rules.ts'
import { availabilityLabel } from '#domain/testmoments/testmoment.texts.ts'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import { PlannedChangeLine } from '../clock/clock.tsx'
import { MomentName } from '../moment-name.tsx'
import {
  CalendarButton,
  ChoiceAction,
  type ChoiceProps,
  type ChoiceStatusProps,
  HeldElsewhereNote,
} from './choice-action.tsx'
import styles from './choice-card.module.css'
import { offeredWish } from './enrollment-choices.ts'
import { SeatsLabel, WaitingStatus } from './seats-view.tsx'

/** One moment for a module: when, for whom, how much room, and what can be done about it. */
export function ChoiceCard(props: ChoiceProps) {
  const { api, choice, module, now } = props
  const { testmoment, slots, free, seated } = choice
  const isLimited = testmoment.seats > 0
  const headingId = useId()
  const momentName = whenAndWhereLabel(testmoment, now)
  const calendar = choice.enrollment?._links.calendar
  return (
    <li
      className={styles.card}
      aria-labelledby={headingId}
      data-taken={choice.enrollment !== null}
      data-settled={offeredWish(choice) === null}
    >
      <h3 id={headingId}>
        <MomentName moment={testmoment} now={now} />
      </h3>
      <dl className={styles.facts}>
        <dt>Modules</dt>
        <dd>{availabilityLabel.card(testmoment.modules.map(({ name }) => name))}</dd>
        {/* Without a limit on modules the seats alone are what there is room for. */}
        {(!isLimited || Number.isFinite(slots)) && (
          <>
            <dt>Ruimte</dt>
            <dd>{slotsLabel(slots)}</dd>
          </>
        )}
        {isLimited && (
          <>
            <dt>Plaatsen</dt>
            <dd>
              <SeatsLabel free={free} seated={seated} />
            </dd>
          </>
        )}
      </dl>
      <ChoiceStatus choice={choice} moduleName={module.name} now={now} />
      {calendar && (
        <div className={styles.calendar}>
          <CalendarButton api={api} link={calendar} moduleName={module.name} momentName={momentName} />
        </div>
      )}
      <ChoiceAction {...props} momentName={momentName} />
    </li>
  )
}

/** How the student stands with this moment, why nothing can be changed where that is so, and until when it can. */
function ChoiceStatus({ choice, moduleName, now }: ChoiceStatusProps) {
  const { enrollment, verdict, testmoment, unanswered } = choice
  const opening = !verdict.allowed && verdict.refusal === 'enrollments-closed' ? opensAt(testmoment) : null
  const closing = offeredWish(choice) && closesAt(testmoment, now)
  if (unanswered)
    return (
      <StatusLine tone="warning" icon="clock">
        {unansweredTexts[unanswered.wish].dialog}
      </StatusLine>
    )
  if (choice.enrollment === null && choice.entry)
    return (
      <>
        <WaitingStatus entry={choice.entry} choice={choice} now={now} />
        {closing && <PlannedChangeLine change="closing" at={closing} />}
      </>
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
