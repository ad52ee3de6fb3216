import { Suspense, useId } from 'react'
import { momentLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { canBeChosen } from '#domain/enrollments/enrollment.rules.ts'
import { momentObstacleTexts, moveRefusalTexts, unansweredTexts } from '#domain/enrollments/enrollment.texts.ts'
import { enrollmentBadge } from '#domain/enrollments/enrollment-card.texts.ts'
import { slotsLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import type { Testmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { KnownModuleStatus } from '#domain/enrollments/module-status.schema.ts'
import { plannedChange } from '#domain/enrollments/planned-change.rules.ts'
import { limitLabel } from '#domain/testmoments/testmoment-list.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { Seats } from '#src/enrollment/agreed-lists.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import { useEnrollment } from '#src/enrollment/use-enrollment.ts'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { OpenUntil, PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import {
  ChoiceAction,
  type ChoiceProps,
  type ChoiceStatusProps,
  HeldElsewhereNote,
} from '#src/parts/enrollment-choice/choice-action.tsx'
import { ChoiceTools } from '#src/parts/enrollment-choice/choice-tools.tsx'
import { EnrolledLine } from '#src/parts/enrollment-choice/enrolled-line.tsx'
import { offeredWish } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { LineLength, SeatsLabel, WaitingOutcomes, WaitingStatus } from '#src/parts/enrollment-choice/seats-view.tsx'
import { LaterPushOffer } from '#src/parts/later-push-offer.tsx'
import { TimeThenPlace } from '#src/parts/tiled-name.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { choicesAtMoment, isClosed, slotsAtMoment, whyNothing } from './testmoment-choices.ts'
import styles from './testmoment-dialog.module.css'

/** Which modules can be taken at a moment, and which are: enrolling and unenrolling happen here. */
export const TestmomentDialog = (props: TestmomentChoicesProps) => (
  <Dialog
    title={`Modules voor toetsmoment ${momentLabel(props.testmoment, props.now)}`}
    onClose={props.onClose}
    isSteady
  >
    <ConnectionNotice />
    <Suspense fallback={<Skeleton lines={4} />}>
      <TestmomentChoices {...props} />
    </Suspense>
  </Dialog>
)

export interface TestmomentChoicesProps {
  api: Api
  user: User
  /** the moment it is about */
  testmoment: Testmoment
  statuses: readonly KnownModuleStatus[]
  seats: Seats
  lists: StudentLists
  /** the server's time, in milliseconds since the epoch */
  now: number
  onClose: () => void
}

export function TestmomentChoices(props: TestmomentChoicesProps) {
  const { api, user, testmoment, statuses, seats, lists, now, onClose } = props
  const enrollment = useEnrollment(onClose)
  const choices = choicesAtMoment(testmoment, { statuses, seats, now })
  const [first] = choices
  const isFull = choices.some(({ choice }) => choice.enrollment === null && choice.wait)
  const closed = isClosed(choices)
  const planned = plannedChange(testmoment, now)

  if (choices.length === 0) return <p>{momentObstacleTexts[whyNothing(testmoment, statuses)]}</p>
  return (
    <div data-layout="stack 4">
      {seats && (
        <WaitingOutcomes
          api={api}
          lists={lists}
          isHere={({ outcome, testmoment_id }) => outcome === 'promoted' && testmoment_id === testmoment.id}
          now={now}
        />
      )}
      <div data-layout="grid 1 left">
        <p>
          <TimeThenPlace moment={testmoment} />
        </p>
        <Facts
          facts={[
            { term: 'Limiet', value: limitLabel(testmoment.max_enrollments) },
            testmoment.max_enrollments > 0 && {
              term: 'Ruimte',
              value: slotsLabel(slotsAtMoment(testmoment, statuses)),
            },
            // That it is full is said below, and what to do then.
            testmoment.seats > 0 &&
              first !== undefined &&
              (!isFull || first.choice.seated) && { term: 'Plaatsen', value: <SeatsLabel {...first.choice} /> },
          ]}
        />
        {isFull && (
          <StatusLine tone="neutral" icon="info">
            {momentObstacleTexts.full} <LineLength inLine={first?.choice.inLine} />
          </StatusLine>
        )}
        {closed && (
          <StatusLine tone="neutral" icon="lock">
            {momentObstacleTexts.closed}
          </StatusLine>
        )}
        {planned?.change === 'opening' && <PlannedChangeLine {...planned} />}
        {canBeChosen(testmoment, now) && !closed && <OpenUntil moment={testmoment} now={now} />}
        <ChoiceTools
          api={api}
          testmoment={testmoment}
          calendars={choices.flatMap(({ choice }) => choice.enrollment?._links.calendar ?? [])}
          now={now}
        />
      </div>
      <ul className={styles.choices}>
        {choices.map(({ module, choice }) => (
          <ModuleChoice
            key={module.id}
            api={api}
            choice={choice}
            user={user}
            module={module}
            enrollment={enrollment}
            now={now}
          />
        ))}
      </ul>
      {(closed || choices.some(({ choice }) => choice.enrollment)) && <LaterPushOffer />}
    </div>
  )
}

/** One module at the moment: what it is, how the student stands with it, and what can be done about it. */
export function ModuleChoice(props: ChoiceProps & { module: { description: string } }) {
  const { choice, module, now } = props
  const momentName = whenAndWhereLabel(choice.testmoment, now)
  const headingId = useId()
  return (
    <li
      className={styles.module}
      data-layout="row 2 x4"
      data-pad="3 x4"
      aria-labelledby={headingId}
      data-taken={choice.enrollment !== null}
      data-settled={offeredWish(choice) === null}
    >
      <div className={styles.words} data-layout="grid 1 shrinks">
        <h3 id={headingId}>{module.name}</h3>
        <p data-text="small muted breaks">{module.description}</p>
      </div>
      <div className={styles.status} data-layout="stack 1 line">
        <ModuleChoiceStatus choice={choice} moduleName={module.name} now={now} />
      </div>
      <div className={styles.action}>
        <ChoiceAction {...props} momentName={momentName} />
      </div>
    </li>
  )
}

/** How the student stands with a module here. That the moment is closed is said once, above all of them. */
export function ModuleChoiceStatus({ choice, moduleName, now }: ChoiceStatusProps) {
  const { verdict, unanswered } = choice
  if (unanswered)
    return (
      <StatusLine tone="warning" icon="clock">
        {unansweredTexts[unanswered.wish].dialog}
      </StatusLine>
    )
  if (choice.enrollment)
    return (
      <>
        <EnrolledLine>Ingeschreven</EnrolledLine>
        {!verdict.allowed && verdict.refusal === 'test-recorded' && (
          <p data-text="small muted breaks">{moveRefusalTexts['test-recorded'].list(moduleName)}</p>
        )}
      </>
    )
  if (choice.entry) return <WaitingStatus entry={choice.entry} choice={choice} now={now} />
  // Above all of them as well.
  if (verdict.allowed || verdict.refusal === 'moment-full') return null
  const isClosed = verdict.refusal === 'enrollments-closed'
  return (
    <>
      <StatusLine tone="neutral" icon={isClosed ? 'minus' : 'info'}>
        {isClosed ? enrollmentBadge(null) : moveRefusalTexts[verdict.refusal].list(moduleName)}
      </StatusLine>
      <HeldElsewhereNote choice={choice} moduleName={moduleName} now={now} />
    </>
  )
}
