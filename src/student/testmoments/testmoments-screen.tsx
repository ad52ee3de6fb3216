import { lazyRouteComponent } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { mayStillOpen } from '#domain/enrollments/enrollment.rules.ts'
import { goneTexts } from '#domain/enrollments/enrollment.texts.ts'
import { emptyListTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import { byStart } from '#domain/testmoments/testmoment.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { AgreedLists } from '#src/enrollment/agreed-lists.ts'
import { useStudentLists } from '#src/enrollment/student-lists.ts'
import { useCloseDialog, useReadyDialog } from '#src/parts/addressed-dialog.ts'
import { useMomentClock } from '#src/parts/clock/clock.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import { WaitingOutcomes } from '#src/parts/enrollment-choice/seats-view.tsx'
import type { EnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { LaterPushOffer } from '#src/parts/later-push-offer.tsx'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { RestFold } from '#src/parts/rest-fold.tsx'
import { usePlaces } from '#src/parts/use-places.ts'
import { Alert } from '#src/ui/alert.tsx'
import { TextField } from '#src/ui/field.tsx'
import { TestmomentCard } from './testmoment-card.tsx'
import { type Group, groupOf, isWanted, type SummarizedMoment, testmomentSummary } from './testmoment-choices.ts'
import { foundText, testmomentsTexts as texts } from './testmoments.texts.ts'
import styles from './testmoments-screen.module.css'

/** Loaded when it is opened, or a little before. */
const TestmomentDialog = lazyRouteComponent(() => import('./testmoment-dialog.tsx'), 'TestmomentDialog')

interface TestmomentsScreenProps {
  user: User
  overview: EnrollmentOverview
  openMomentId: number | undefined
}

export function TestmomentsScreen({ user, overview, openMomentId }: TestmomentsScreenProps) {
  const { lists, hasActiveSchoolyear } = overview
  const { statuses, testmoments, seats } = useStudentLists(lists)
  const close = useCloseDialog()
  useReadyDialog(TestmomentDialog)
  const now = useMomentClock(testmoments)
  useOpening(testmoments, now)
  const rows = rowsOf({ testmoments, statuses, seats, now })
  const chosen = testmoments.find(({ id }) => id === openMomentId)

  if (!hasActiveSchoolyear) {
    return <PageMessage title={emptyListTexts.noActiveSchoolyear}>{emptyListTexts.untilActive}</PageMessage>
  }
  if (testmoments.length === 0) {
    return <PageMessage title={texts.none}>{texts.noneAhead}</PageMessage>
  }
  if (statuses.length === 0) {
    return <PageMessage title={texts.noModules}>{emptyListTexts.noModulesInDepartment}</PageMessage>
  }
  return (
    <div data-layout="stack 6 top" data-room="wide">
      {openMomentId !== undefined && !chosen && <Alert tone="neutral">{goneTexts.testmoment}</Alert>}
      {seats && (
        <WaitingOutcomes
          lists={lists}
          isHere={({ testmoment_id }) => !testmoments.some(({ id }) => id === testmoment_id)}
          now={now}
        />
      )}
      <TestmomentList
        rows={rows}
        now={now}
        noticesOf={(id) => seats && <WaitingOutcomes lists={lists} inCardOf={{ testmoment_id: id }} now={now} />}
      />
      {testmoments.some((testmoment) => mayStillOpen(testmoment, now)) && <LaterPushOffer />}
      <Suspense>
        {chosen && (
          <TestmomentDialog
            user={user}
            testmoment={chosen}
            statuses={statuses}
            seats={seats}
            lists={lists}
            now={now}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  )
}

interface Situation extends AgreedLists {
  now: number
}

/** Earliest moment first. */
const rowsOf = ({ testmoments, ...situation }: Situation): SummarizedMoment[] =>
  testmoments.toSorted(byStart).map((testmoment) => ({ testmoment, summary: testmomentSummary(testmoment, situation) }))

interface ListProps {
  rows: readonly SummarizedMoment[]
  now: number
  /** notices about waiting for a moment, by its id */
  noticesOf: (momentId: number) => ReactNode
}

/** More moments than this that cannot be chosen are folded. */
const MOST_UNFOLDED = 2
/** Most rows without a search field. */
const MOST_UNSEARCHED = 12

/** Groups: moments with something to choose, one's own closed ones, those that open later, those with nothing to choose. */
function TestmomentList({ rows, ...rest }: ListProps) {
  const [wanted, setWanted] = useState('')
  const places = usePlaces(rows.map((row) => ({ ...row, id: row.testmoment.id, group: groupOf(row.summary) })))
  const placedIn = (group: Group) => places.flatMap(({ first, now }) => (first.group === group && now ? [now] : []))
  const [ahead, held, opening, settled] = [
    placedIn('ahead'),
    placedIn('held'),
    placedIn('opening'),
    placedIn('settled'),
  ]
  const found = rows.filter((row) => isWanted(row, wanted, rest.now))
  return (
    <>
      {rows.length > MOST_UNSEARCHED && (
        <div data-layout="grid 1" data-width="28">
          <TextField
            label={texts.search}
            type="search"
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
          <p role="status" data-text="muted small" data-layout="if-any">
            {wanted.trim() && foundText(found.length)}
          </p>
        </div>
      )}
      {wanted.trim() ? (
        <Moments rows={found} {...rest} />
      ) : (
        <>
          {ahead.length > 0 && <Moments rows={ahead} {...rest} />}
          {held.length > 0 && (
            <section data-layout="stack 3 top">
              <h2>{held.every(({ group }) => group === 'held') ? texts.ownClosed : texts.own}</h2>
              <Moments rows={held} {...rest} />
            </section>
          )}
          {opening.length > 0 && (
            <section data-layout="stack 3 top">
              <h2>{opening.every(({ group }) => group === 'opening') ? texts.opening : texts.nowAndLater}</h2>
              <Moments rows={opening} {...rest} />
            </section>
          )}
          {settled.length > 0 && (
            <RestFold
              name="Nu niet te kiezen"
              rows={settled}
              isChoosable={({ group }) => group !== 'settled'}
              isOpen={settled.length <= MOST_UNFOLDED || settled.length === rows.length}
            >
              {(shown) => <Moments rows={shown} {...rest} />}
            </RestFold>
          )}
        </>
      )}
    </>
  )
}

const Moments = ({ rows, now, noticesOf }: ListProps) => (
  <ul className={styles.moments} data-layout="stack 3 top">
    {rows.map(({ testmoment, summary }) => (
      <li data-layout="grid" key={testmoment.id}>
        <TestmomentCard testmoment={testmoment} summary={summary} now={now}>
          {noticesOf(testmoment.id)}
        </TestmomentCard>
      </li>
    ))}
  </ul>
)
