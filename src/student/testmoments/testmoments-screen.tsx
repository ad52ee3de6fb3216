import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { emptyListTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import { byStart, isOpen } from '#domain/testmoments/testmoment.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useSeats } from '#src/enrollment/seats.ts'
import { useCloseDialog, useReadyDialog } from '#src/parts/addressed-dialog.ts'
import { useMomentClock } from '#src/parts/clock/clock.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import { WaitingOutcomes } from '#src/parts/enrollment-choice/seats-view.tsx'
import type { EnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { LaterPushOffer } from '#src/parts/later-push-offer.tsx'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { TestmomentCard } from './testmoment-card.tsx'
import styles from './testmoments-screen.module.css'

/** As a module's dialog: fetched when it is wanted, or a little before. */
const TestmomentDialog = lazyRouteComponent(() => import('./testmoment-dialog.tsx'), 'TestmomentDialog')

interface TestmomentsScreenProps {
  api: Api
  user: User
  overview: EnrollmentOverview
  openMomentId: number | undefined
}

export function TestmomentsScreen({ api, user, overview, openMomentId }: TestmomentsScreenProps) {
  const { statuses, testmoments, hasActiveSchoolyear } = overview
  const seats = useSeats(overview.seats)
  const close = useCloseDialog()
  useReadyDialog(TestmomentDialog)
  const now = useMomentClock(testmoments)
  useOpening(testmoments, now)
  const opened = testmoments.find(({ id }) => id === openMomentId)

  if (!hasActiveSchoolyear) {
    return (
      <PageMessage icon="calendar" title="Er zijn nu geen toetsmomenten">
        {emptyListTexts.noActiveSchoolyear}
      </PageMessage>
    )
  }
  if (testmoments.length === 0) {
    return (
      <PageMessage icon="calendar" title="Er zijn nu geen toetsmomenten">
        Er zijn geen aankomende toetsmomenten in dit schooljaar. Zodra je docent er een toevoegt, staat het hier.
      </PageMessage>
    )
  }
  if (statuses.length === 0) {
    return (
      <PageMessage icon="list" title="Er zijn nog geen modules voor jou">
        {emptyListTexts.noModulesInDepartment}
      </PageMessage>
    )
  }
  return (
    <>
      {overview.seats && <WaitingOutcomes api={api} seats={overview.seats} now={now} />}
      <ul className={styles.moments}>
        {testmoments.toSorted(byStart).map((testmoment) => (
          <li key={testmoment.id}>
            <TestmomentCard testmoment={testmoment} statuses={statuses} seats={seats} now={now} />
          </li>
        ))}
      </ul>
      {testmoments.some((testmoment) => !isOpen(testmoment, now)) && <LaterPushOffer />}
      <Suspense>
        {opened && (
          <TestmomentDialog
            api={api}
            user={user}
            testmoment={opened}
            statuses={statuses}
            seats={overview.seats}
            now={now}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

const CARDS = ['a', 'b', 'c', 'd']

/** The shape of the screen that is on its way. */
export const TestmomentsSkeleton = () => (
  <>
    <VisuallyHidden>De toetsmomenten worden geladen…</VisuallyHidden>
    <SlowNotice />
    <div className={styles.moments}>
      {CARDS.map((key) => (
        <div key={key} className={styles.card}>
          <div className={styles.when}>
            <Skeleton width="7ch" lines={1.25} />
          </div>
          <div className={styles.status}>
            <Skeleton width="14ch" lines={1.4} />
            <Skeleton width="28ch" />
          </div>
          <div className={styles.facts}>
            <Skeleton width="24ch" lines={2} />
          </div>
        </div>
      ))}
    </div>
  </>
)
