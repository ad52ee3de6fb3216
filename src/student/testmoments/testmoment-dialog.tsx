import { type ReactNode, Suspense, useId, useState } from 'react'
import { momentLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { closesAt } from '#domain/enrollments/enrollment.rules.ts'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import {
  fullText,
  modulesLeftText,
  momentObstacleTexts,
  moveRefusalTexts,
  unansweredTexts,
} from '#domain/enrollments/enrollment.texts.ts'
import { chosenUntilText } from '#domain/enrollments/enrollment-status.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { AgreedLists } from '#src/enrollment/agreed-lists.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import { useEnrollment } from '#src/enrollment/use-enrollment.ts'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import { OpensLine } from '#src/parts/clock/opens-line.tsx'
import { ChairLine } from '#src/parts/enrollment-choice/chair-line.tsx'
import {
  ChoiceAction,
  type ChoiceProps,
  type ChoiceStatusProps,
  HeldElsewhereNote,
} from '#src/parts/enrollment-choice/choice-action.tsx'
import { ChoiceTools } from '#src/parts/enrollment-choice/choice-tools.tsx'
import { isOfClosedMoment } from '#src/parts/enrollment-choice/closed-moment.ts'
import { EnrolledLine } from '#src/parts/enrollment-choice/enrolled-line.tsx'
import { offeredWish } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { choicesWithPlaces } from '#src/parts/enrollment-choice/placed-choices.ts'
import {
  isPromotion,
  LineLength,
  SeatsAge,
  SeatsLine,
  WaitingOutcomes,
  WaitingStatus,
} from '#src/parts/enrollment-choice/seats-view.tsx'
import { LaterPushOffer } from '#src/parts/later-push-offer.tsx'
import { RestFold } from '#src/parts/rest-fold.tsx'
import { TimeThenPlace } from '#src/parts/tiled-name.tsx'
import { usePlaces } from '#src/parts/use-places.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { Steady } from '#src/ui/steady.tsx'
import {
  chairOf,
  choicesAtMoment,
  isClosed,
  type ModuleAtMoment,
  slotsAtMoment,
  whyNothing,
} from './testmoment-choices.ts'
import styles from './testmoment-dialog.module.css'
import { moduleCountTexts } from './testmoment-dialog.texts.ts'

export function TestmomentDialog(props: TestmomentChoicesProps) {
  const [rows] = useState(() => rowsSeen(choicesAtMoment(props.testmoment, props, choicesWithPlaces)))
  return (
    <Dialog
      title={`Modules voor toetsmoment ${momentLabel(props.testmoment, props.now)}`}
      onClose={props.onClose}
      steadyRem={rows > 0 ? HEAD_REM + rows * ROW_REM : undefined}
    >
      <ConnectionNotice />
      <Suspense fallback={<Skeleton lines={4} />}>
        <TestmomentChoices {...props} />
      </Suspense>
    </Dialog>
  )
}

/** Heights (rem) of the dialog without rows, and of a row with a module on three lines. */
const HEAD_REM = 16
const ROW_REM = 7

export interface TestmomentChoicesProps extends Pick<AgreedLists, 'statuses' | 'seats'> {
  user: User
  testmoment: Testmoment
  lists: StudentLists
  now: number
  onClose: () => void
}

export function TestmomentChoices(props: TestmomentChoicesProps) {
  const { user, testmoment, statuses, seats, lists, now, onClose } = props
  const enrollment = useEnrollment(onClose)
  const choices = choicesAtMoment(testmoment, { statuses, seats, now }, choicesWithPlaces)

  if (choices.length === 0) return <p>{momentObstacleTexts[whyNothing(testmoment, statuses)]}</p>
  const isClosedNow = isClosed(choices)
  return (
    <div data-layout="stack 4">
      <MomentFacts testmoment={testmoment} statuses={statuses} choices={choices} isClosedNow={isClosedNow} now={now} />
      <ModuleChoices
        choices={choices}
        noticesOf={(moduleId) =>
          seats && (
            <WaitingOutcomes
              lists={lists}
              isHere={isPromotion}
              inCardOf={{ testmoment_id: testmoment.id, module_id: moduleId }}
              now={now}
            />
          )
        }
        user={user}
        enrollment={enrollment}
        now={now}
      />
      <ChoiceTools
        testmoment={testmoment}
        calendars={choices.flatMap(({ choice }) => choice.enrollment?._links.calendar ?? [])}
        now={now}
      />
      {testmoment.seats > 0 && <SeatsAge />}
      {(isClosedNow || choices.some(({ choice }) => choice.enrollment)) && <LaterPushOffer />}
    </div>
  )
}

interface MomentFactsProps extends Pick<TestmomentChoicesProps, 'testmoment' | 'statuses' | 'now'> {
  choices: readonly ModuleAtMoment[]
  isClosedNow: boolean
}

/** Facts for all modules of the moment: place, until when they can be changed, and how many more can be chosen. */
function MomentFacts({ testmoment, statuses, choices, isClosedNow, now }: MomentFactsProps) {
  const [first] = choices
  const isFull = choices.some(({ choice }) => choice.enrollment === null && choice.wait)
  const isYetToOpen = choices.some(({ choice }) => choice.isYetToOpen)
  const slots = slotsAtMoment(testmoment, statuses)
  return (
    <div data-layout="grid 1 left">
      <p>
        <TimeThenPlace moment={testmoment} />
      </p>
      <ChairLine chair={chairOf(choices)} />
      <Steady layout="grid 1 left">
        {isClosedNow ? (
          <>
            <StatusLine icon="lock">{momentObstacleTexts.closed}</StatusLine>
            {isYetToOpen && <OpensLine moment={testmoment} />}
          </>
        ) : (
          <OpenUntil moment={testmoment} now={now} />
        )}
      </Steady>
      {isFull && (
        <StatusLine>
          <span>{fullText}</span> <LineLength inLine={first?.choice.inLine} />
        </StatusLine>
      )}
      {Number.isFinite(slots) && (!isClosedNow || isYetToOpen) && <StatusLine>{modulesLeftText(slots)}</StatusLine>}
      {testmoment.seats > 0 && first !== undefined && (!isFull || first.choice.seated) && (
        <SeatsLine {...first.choice} />
      )}
    </div>
  )
}

/** Says that a moment is open, and until when: its planned closing, or its end. */
function OpenUntil({ moment, now }: { moment: Testmoment; now: number }) {
  const closing = closesAt(moment, now)
  return (
    <>
      <StatusLine tone="accent" icon="calendar">
        <strong>Nu open</strong>
        {!closing && <span>{` ${chosenUntilText(moment, now)}`}</span>}
      </StatusLine>
      {closing && <PlannedChangeLine change="closing" at={closing} />}
    </>
  )
}

/** Modules from which there is a search field; no more are shown at once. */
const MODULES_WITH_SEARCH = 20
/** More modules than this that cannot be chosen are folded. */
const MOST_UNFOLDED = 2

/** Nothing can be done about the module, and the student does not take it here. */
const isSettled = ({ choice }: ModuleAtMoment): boolean => offeredWish(choice) === null && !isOwn({ choice })

/** The student takes the module here, waits for it, or has a change without an answer. */
const isOwn = ({ choice }: Pick<ModuleAtMoment, 'choice'>): boolean =>
  choice.enrollment !== null || choice.entry !== null || choice.unanswered !== null

/** Number of rows that the dialog shows when it opens. */
function rowsSeen(choices: readonly ModuleAtMoment[]): number {
  const settled = choices.filter(isSettled).length
  return choices.length - (settled > MOST_UNFOLDED ? settled - 1 : 0)
}

interface ModuleChoicesProps extends Omit<ChoiceProps, 'choice' | 'module' | 'notices'> {
  choices: readonly ModuleAtMoment[]
  /** notices about waiting with a module, by its id */
  noticesOf: (moduleId: number) => ReactNode
}

/** The modules, in the groups in which they first appeared: none moves from under the thumb that chose it. */
function ModuleChoices({ choices, ...rest }: ModuleChoicesProps) {
  const [wanted, setWanted] = useState('')
  const places = usePlaces(choices.map((each) => ({ ...each, id: each.module.id, isSettled: isSettled(each) })))
  const rows = places.flatMap(({ first, now }) => (now ? [{ ...now, isSettled: first.isSettled }] : []))
  const settled = rows.filter((row) => row.isSettled)
  const isFolded = settled.length > MOST_UNFOLDED
  const shown = isFolded ? rows.filter((row) => !row.isSettled) : rows
  const typed = wanted.trim().toLowerCase()
  const found = rows.filter(({ module }) => `${module.name} ${module.description}`.toLowerCase().includes(typed))
  return (
    <>
      {rows.length >= MODULES_WITH_SEARCH && (
        <div data-layout="grid 1">
          <TextField
            label="Zoek een module"
            type="search"
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
          <p role="status" data-text="muted small" data-layout="if-any">
            {typed && moduleCountTexts.found(found.length)}
          </p>
        </div>
      )}
      {typed ? (
        <ModuleRows choices={found} {...rest} />
      ) : (
        <>
          {shown.length > 0 && <ModuleRows choices={shown} {...rest} />}
          {isFolded && (
            <RestFold
              name={moduleCountTexts.settled}
              rows={settled}
              isChoosable={({ choice }) => offeredWish(choice) !== null}
              isOpen={false}
            >
              {(rows) => <ModuleRows choices={rows} {...rest} />}
            </RestFold>
          )}
        </>
      )}
    </>
  )
}

/** If there are many modules, shows the student's own first, and counts those left out. */
function ModuleRows({ choices: rows, noticesOf, ...rest }: ModuleChoicesProps) {
  const seen =
    rows.length > MODULES_WITH_SEARCH
      ? rows.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one))).slice(0, MODULES_WITH_SEARCH)
      : rows
  return (
    <>
      <ul className={styles.choices}>
        {seen.map(({ module, choice }) => (
          <ModuleChoice key={module.id} choice={choice} module={module} notices={noticesOf(module.id)} {...rest} />
        ))}
      </ul>
      {rows.length > MODULES_WITH_SEARCH && (
        <p data-text="muted small">{moduleCountTexts.more(rows.length - MODULES_WITH_SEARCH)}</p>
      )}
    </>
  )
}

export function ModuleChoice(props: ChoiceProps & { module: { description: string } }) {
  const { choice, module, notices, now } = props
  const momentName = whenAndWhereLabel(choice.testmoment, now)
  const headingId = useId()
  return (
    <li
      className={styles.module}
      data-layout="row 2 x4"
      data-pad="3 x4"
      aria-labelledby={headingId}
      data-taken={choice.enrollment !== null}
      data-settled={choice.isYetToOpen || choice.isYetToBeLeft || offeredWish(choice) === null}
    >
      <div className={styles.words} data-layout="grid 1 shrinks">
        <h3 id={headingId} translate="no">
          {module.name}
        </h3>
        <p data-text="small muted breaks">{module.description}</p>
      </div>
      <div className={styles.status} data-layout="stack 1 line">
        <ModuleChoiceStatus choice={choice} moduleName={module.name} now={now} />
        {notices}
      </div>
      <div className={styles.action}>
        <ChoiceAction {...props} momentName={momentName} />
      </div>
    </li>
  )
}

/** The student's status with a module here. The dialog says once, above all modules, that the moment is closed. */
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
  // The text above the modules already says these.
  if (verdict.allowed || verdict.refusal === 'moment-full' || verdict.refusal === 'no-slots-left') return null
  return (
    <Steady layout="stack 1 line">
      {!isOfClosedMoment(verdict.refusal) && (
        <StatusLine icon="info">{moveRefusalTexts[verdict.refusal].list(moduleName)}</StatusLine>
      )}
      <HeldElsewhereNote choice={choice} moduleName={moduleName} now={now} />
    </Steady>
  )
}
