import { useId } from 'react'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { closesAt, leavingClosesAt, opensAt } from '#domain/enrollments/enrollment.rules.ts'
import {
  enrollmentRefusalTexts,
  slotsLeftText,
  unansweredTexts,
  unenrollmentRefusalTexts,
} from '#domain/enrollments/enrollment.texts.ts'
import { chosenUntilText, leftUntilText } from '#domain/enrollments/enrollment-status.texts.ts'
import { availabilityLabel } from '#domain/testmoments/testmoment-list.texts.ts'
import { Facts } from '#src/ui/facts.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { Steady } from '#src/ui/steady.tsx'
import { LAST_HOURS_MS, PlannedChangeLine } from '../clock/clock.tsx'
import { OpensLine } from '../clock/opens-line.tsx'
import { LED_BY_TILE, TiledName } from '../tiled-name.tsx'
import { ChairLine } from './chair-line.tsx'
import {
  ChoiceAction,
  type ChoiceProps,
  type ChoiceStatusProps,
  HeldElsewhereNote,
  Replaced,
} from './choice-action.tsx'
import styles from './choice-card.module.css'
import { ChoiceTools } from './choice-tools.tsx'
import { isOfClosedMoment } from './closed-moment.ts'
import { EnrolledLine } from './enrolled-line.tsx'
import { type EnrollmentChoice, offeredWish, tileStateOf } from './enrollment-choices.ts'
import { LineLength, SeatsLabel, WaitingStatus } from './seats-view.tsx'

interface ChoiceCardProps extends ChoiceProps {
  /** the screen already says at which other moment the module is taken */
  isHeldSaid?: boolean
}

/** One moment for a module: its time, the student's status there and the actions; then the room, and its modules. */
export function ChoiceCard({ isHeldSaid = false, ...props }: ChoiceCardProps) {
  const { choice, module, notices, now } = props
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
      data-settled={choice.isYetToOpen || choice.isYetToBeLeft || offeredWish(choice) === null}
    >
      <h3 id={headingId}>
        <TiledName moment={testmoment} state={tileStateOf(choice)} now={now} />
      </h3>
      <Steady layout="grid 1 left">
        <ChoiceStatus choice={choice} moduleName={module.name} isHeldSaid={isHeldSaid} now={now} />
      </Steady>
      <div className={styles.action} data-layout="grid 1 if-any">
        <Steady layout="grid">
          <ChoiceUntil choice={choice} now={now} />
        </Steady>
        <ChoiceAction {...props} momentName={momentName} />
      </div>
      {/* below the button, which stays under the thumb when they appear */}
      {notices}
      <ChoiceFacts choice={choice} />
      {calendar && <ChoiceTools testmoment={testmoment} calendars={[calendar]} now={now} />}
    </li>
  )
}

interface ChoiceUntilProps {
  choice: EnrollmentChoice
  now: number
}

/** Says until when the button works, or from when where that is known; the latter takes the room of the former, which replaces it. */
function ChoiceUntil({ choice, now }: ChoiceUntilProps) {
  if (offeredWish(choice) === null) return null
  if (!choice.isYetToOpen && !choice.isYetToBeLeft) return <UntilLine choice={choice} now={now} />
  return (
    <Replaced by={<UntilLine choice={choice} now={now} />}>
      {choice.isYetToOpen && <OpensLine moment={choice.testmoment} />}
    </Replaced>
  )
}

/** Shows until when the rules allow the button's act; counts down in the last hours. */
function UntilLine({ choice: { testmoment, enrollment }, now }: ChoiceUntilProps) {
  const closing = enrollment ? leavingClosesAt(testmoment, now) : closesAt(testmoment, now)
  if (closing && Date.parse(closing) - now < LAST_HOURS_MS) return <PlannedChangeLine change="closing" at={closing} />
  return (
    <StatusLine tone="accent">
      {`Kan ${enrollment ? leftUntilText(testmoment, now) : chosenUntilText(testmoment, now)}`}
    </StatusLine>
  )
}

/** Shows the room, and for which modules. Limited seats without a limit on modules leave only the seats to show. */
function ChoiceFacts({ choice }: { choice: EnrollmentChoice }) {
  const { testmoment, slots, free, seated, verdict } = choice
  const isLimited = testmoment.seats > 0
  const isWaiting = choice.enrollment === null && choice.entry !== null
  const isSaidToBeFull = !verdict.allowed && verdict.refusal === 'moment-full' && !isWaiting
  const names = testmoment.modules.map(({ name }) => name)
  return (
    <Facts
      facts={[
        isLimited && !isSaidToBeFull && { term: 'Plaatsen', value: <SeatsLabel free={free} seated={seated} /> },
        (!isLimited || Number.isFinite(slots)) &&
          !saysNoSlots(choice) && { term: 'Ruimte', value: slotsLeftText(slots) },
        names.length === 0
          ? { term: 'Modules', value: <AllModules /> }
          : { term: 'Modules', isTermShown: true, value: <span translate="no">{availabilityLabel.card(names)}</span> },
      ]}
    />
  )
}

const AllModules = () => (
  <>
    <span>{availabilityLabel.card([])}</span> modules
  </>
)

/** Whether the status already names the lack of slots, at this moment or for a move to it. */
function saysNoSlots(choice: EnrollmentChoice): boolean {
  if (choice.verdict.allowed || choice.enrollment) return false
  return choice.verdict.refusal === 'no-slots-left' || choice.held?.obstacle?.refusal === 'no-slots-left'
}

/** Shows the student's status at this moment, and why nothing can be changed where that is so. */
function ChoiceStatus({ choice, moduleName, isHeldSaid, now }: ChoiceStatusProps & { isHeldSaid: boolean }) {
  const { enrollment, verdict, testmoment, unanswered } = choice
  const opening = verdict.allowed || choice.isYetToOpen ? null : opensAt(testmoment)
  if (unanswered)
    return (
      <StatusLine tone="warning" icon="clock">
        {unansweredTexts[unanswered.wish].dialog}
      </StatusLine>
    )
  if (choice.enrollment === null && choice.entry)
    return <WaitingStatus entry={choice.entry} choice={choice} now={now} />
  if (enrollment)
    return (
      <>
        <EnrolledLine>
          {verdict.allowed && !choice.isYetToOpen
            ? 'Ingeschreven'
            : unenrollmentRefusalTexts[verdict.allowed ? 'enrollments-closed' : verdict.refusal].card(moduleName)}
        </EnrolledLine>
        <ChairLine chair={enrollment.chair} />
      </>
    )
  return (
    <>
      {choice.isYetToOpen && (
        <p className={styles.free} data-text="muted strong">
          Nu gesloten
        </p>
      )}
      {verdict.allowed
        ? // Has the height of the line 'Ingeschreven', which replaces it.
          !choice.isYetToOpen && (
            <p className={styles.free} data-text="accent strong">
              Nu open
            </p>
          )
        : !isHeldSaid && (
            <StatusLine icon={isOfClosedMoment(verdict.refusal) ? 'lock' : 'info'}>
              <span>{`${enrollmentRefusalTexts[verdict.refusal].card(moduleName)} `}</span>
              {verdict.refusal === 'moment-full' && <LineLength inLine={choice.inLine} />}
            </StatusLine>
          )}
      <HeldElsewhereNote choice={choice} moduleName={moduleName} isHeldSaid={isHeldSaid} now={now} />
      {choice.wait?.move && (
        <p data-text="small figures">
          <LineLength inLine={choice.inLine} />
        </p>
      )}
      {opening && <PlannedChangeLine change="opening" at={opening} />}
    </>
  )
}
