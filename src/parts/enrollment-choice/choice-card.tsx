import { useId } from 'react'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import {
  enrollmentRefusalTexts,
  unansweredTexts,
  unenrollmentRefusalTexts,
} from '#domain/enrollments/enrollment.texts.ts'
import { slotsLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import { opensAt } from '#domain/testmoments/testmoment.rules.ts'
import { availabilityLabel } from '#domain/testmoments/testmoment-list.texts.ts'
import { Facts } from '#src/ui/facts.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { OpenUntil, PlannedChangeLine } from '../clock/clock.tsx'
import { LED_BY_TILE, TiledName } from '../tiled-name.tsx'
import { ChoiceAction, type ChoiceProps, type ChoiceStatusProps, HeldElsewhereNote } from './choice-action.tsx'
import styles from './choice-card.module.css'
import { ChoiceTools } from './choice-tools.tsx'
import { EnrolledLine } from './enrolled-line.tsx'
import { type EnrollmentChoice, offeredWish, tileStateOf } from './enrollment-choices.ts'
import { LineLength, SeatsLabel, WaitingStatus } from './seats-view.tsx'

/** One moment for a module: its time, who may come, how much room there is, and the actions. */
export function ChoiceCard(props: ChoiceProps) {
  const { api, choice, module, now } = props
  const { testmoment } = choice
  const headingId = useId()
  const momentName = whenAndWhereLabel(testmoment, now)
  const calendar = choice.enrollment?._links.calendar
  return (
    <li
      className={`${LED_BY_TILE} ${styles.row}`}
      data-layout="grid 1 top"
      data-box
      aria-labelledby={headingId}
      data-taken={choice.enrollment !== null}
      data-settled={offeredWish(choice) === null}
    >
      <h3 id={headingId} className={styles.when}>
        <TiledName moment={testmoment} state={tileStateOf(choice)} now={now} />
      </h3>
      <ChoiceStatus choice={choice} moduleName={module.name} now={now} />
      <ChoiceFacts choice={choice} />
      <div className={styles.action} data-above="2" data-layout="if-any">
        <ChoiceAction {...props} momentName={momentName} />
      </div>
      {/* below the button, which stays under the thumb when they come */}
      {calendar && <ChoiceTools api={api} testmoment={testmoment} calendars={[calendar]} now={now} />}
    </li>
  )
}

/** How much room there is, and for which modules. Without a limit on modules the seats alone are what there is room for. */
function ChoiceFacts({ choice }: { choice: EnrollmentChoice }) {
  const { testmoment, slots, free, seated, verdict } = choice
  const isLimited = testmoment.seats > 0
  const isSaid = !verdict.allowed && verdict.refusal === 'no-slots-left'
  const isWaiting = choice.enrollment === null && choice.entry !== null
  const isSaidToBeFull = !verdict.allowed && verdict.refusal === 'moment-full' && !isWaiting
  return (
    <Facts
      facts={[
        isLimited && !isSaidToBeFull && { term: 'Plaatsen', value: <SeatsLabel free={free} seated={seated} /> },
        (!isLimited || Number.isFinite(slots)) && !isSaid && { term: 'Ruimte', value: slotsLabel(slots) },
        {
          term: 'Modules',
          isTermShown: true,
          value: availabilityLabel.card(testmoment.modules.map(({ name }) => name)),
        },
      ]}
    />
  )
}

/** How the student stands with this moment, why nothing can be changed where that is so, and until when it can. */
function ChoiceStatus({ choice, moduleName, now }: ChoiceStatusProps) {
  const { enrollment, verdict, testmoment, unanswered } = choice
  const opening = !verdict.allowed && verdict.refusal === 'enrollments-closed' ? opensAt(testmoment) : null
  const until = offeredWish(choice) && <OpenUntil moment={testmoment} now={now} />
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
        {until}
      </>
    )
  return (
    <>
      {enrollment && verdict.allowed && <EnrolledLine>Ingeschreven</EnrolledLine>}
      {enrollment && !verdict.allowed && (
        <EnrolledLine>{unenrollmentRefusalTexts[verdict.refusal].card(moduleName)}</EnrolledLine>
      )}
      {!enrollment && !verdict.allowed && (
        <StatusLine tone="neutral" icon={verdict.refusal === 'enrollments-closed' ? 'lock' : 'info'}>
          {enrollmentRefusalTexts[verdict.refusal].card(moduleName)}{' '}
          {choice.wait && <LineLength inLine={choice.inLine} />}
        </StatusLine>
      )}
      <HeldElsewhereNote choice={choice} moduleName={moduleName} now={now} />
      {opening && <PlannedChangeLine change="opening" at={opening} />}
      {until}
    </>
  )
}
