import { Suspense, useId } from 'react'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import {
  enrollmentRefusalTexts,
  unansweredTexts,
  unenrollmentRefusalTexts,
} from '#domain/enrollments/enrollment.texts.ts'
import { emptyListTexts, slotsLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import { closesAt, isOpen, opensAt } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { availabilityLabel } from '#domain/testmoments/testmoment.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { type SeatsStore, useSeats } from '#src/enrollment/seats.ts'
import { useEnrollment } from '#src/enrollment/use-enrollment.ts'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import {
  CalendarButton,
  ChoiceAction,
  type ChoiceProps,
  type ChoiceStatusProps,
  HeldElsewhereNote,
} from '#src/parts/enrollment-choice/choice-action.tsx'
import { enrollmentChoices, offeredWish } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { SeatsLabel, WaitingOutcomes, WaitingStatus } from '#src/parts/enrollment-choice/seats-view.tsx'
import { LaterPushOffer } from '#src/parts/later-push-offer.tsx'
import { MomentName } from '#src/parts/moment-name.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import styles from './enrollment-dialog.module.css'

/** At which moments a module can be taken, and by which it is: enrolling and unenrolling happen here. */
export const EnrollmentDialog = (props: ModuleChoicesProps) => (
  <Dialog title={`Mogelijke toetsmomenten voor module ${props.status.module.name}`} onClose={props.onClose}>
    <ConnectionNotice />
    <div className={styles.content}>
      <p className={styles.description}>{props.status.module.description}</p>
      <Suspense fallback={<Skeleton lines={4} />}>
        <ModuleChoices {...props} />
      </Suspense>
    </div>
  </Dialog>
)

export interface ModuleChoicesProps {
  api: Api
  user: User
  /** the module it is about */
  status: KnownModuleStatus
  statuses: readonly KnownModuleStatus[]
  testmoments: readonly Testmoment[]
  seats: SeatsStore | null
  /** the server's time, in milliseconds since the epoch */
  now: number
  onClose: () => void
}

export function ModuleChoices({ api, user, status, seats, onClose, ...situation }: ModuleChoicesProps) {
  const enrollment = useEnrollment(onClose)
  useOpening(situation.testmoments, situation.now)
  const choices = enrollmentChoices(status, { ...situation, seats: useSeats(seats) })

  if (choices.length === 0) return <p>{emptyListTexts.noTestmomentsForModule}</p>
  const isOfUse = choices.some(({ enrollment, testmoment }) => enrollment || !isOpen(testmoment, situation.now))
  return (
    <>
      {seats && (
        <WaitingOutcomes
          api={api}
          seats={seats}
          isHere={({ outcome, module_id }) => outcome === 'promoted' && module_id === status.module.id}
          now={situation.now}
        />
      )}
      <ul className={styles.choices}>
        {choices.map((choice) => (
          <ChoiceCard
            key={choice.testmoment.id}
            api={api}
            choice={choice}
            user={user}
            module={status.module}
            enrollment={enrollment}
            now={situation.now}
          />
        ))}
      </ul>
      {isOfUse && <LaterPushOffer />}
    </>
  )
}

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
