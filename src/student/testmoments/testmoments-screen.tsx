import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { emptyListTexts, goneTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import { isOpen } from '#domain/testmoments/testmoment.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useStudentLists } from '#src/enrollment/student-lists.ts'
import { useCloseDialog, useReadyDialog } from '#src/parts/addressed-dialog.ts'
import { useMomentClock } from '#src/parts/clock/clock.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import { WaitingOutcomes } from '#src/parts/enrollment-choice/seats-view.tsx'
import type { EnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { LaterPushOffer } from '#src/parts/later-push-offer.tsx'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { LED_BY_TILE } from '#src/parts/tiled-name.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { useMedia } from '#src/ui/use-media.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { rowsOf, TestmomentList } from './testmoment-list.tsx'
import styles from './testmoments-screen.module.css'

/** As a module's dialog: fetched when it is wanted, or a little before. */
const choosing = () => import('./testmoment-dialog.tsx')
const TestmomentDialog = lazyRouteComponent(choosing, 'TestmomentDialog')
const TestmomentPane = lazyRouteComponent(choosing, 'TestmomentPane')

/** Here the list leaves room beside it for the chosen one. */
const ROOM_FOR_TWO = '(min-width: 80rem)'

interface TestmomentsScreenProps {
  api: Api
  user: User
  overview: EnrollmentOverview
  openMomentId: number | undefined
}

export function TestmomentsScreen({ api, user, overview, openMomentId }: TestmomentsScreenProps) {
  const { lists, hasActiveSchoolyear } = overview
  const { statuses, testmoments, seats } = useStudentLists(lists)
  const close = useCloseDialog()
  useReadyDialog(TestmomentDialog)
  const hasRoom = useMedia(ROOM_FOR_TWO)
  const now = useMomentClock(testmoments)
  useOpening(testmoments, now)
  const rows = rowsOf({ testmoments, statuses, seats, now })
  const [firstId] = useState(() => (rows.find(({ summary }) => summary.isChangeable) ?? rows[0])?.testmoment.id)
  const chosen = testmoments.find(({ id }) => id === openMomentId)
  const shown = chosen ?? (hasRoom ? testmoments.find(({ id }) => id === firstId) : undefined)

  if (!hasActiveSchoolyear) {
    return <PageMessage title="Er zijn nu geen toetsmomenten">{emptyListTexts.noActiveSchoolyear}</PageMessage>
  }
  if (testmoments.length === 0) {
    return (
      <PageMessage title="Er zijn nu geen toetsmomenten">
        Er zijn geen aankomende toetsmomenten in dit schooljaar. Zodra je docent er een toevoegt, staat het hier.
      </PageMessage>
    )
  }
  if (statuses.length === 0) {
    return <PageMessage title="Er zijn nog geen modules voor jou">{emptyListTexts.noModulesInDepartment}</PageMessage>
  }
  const choosable = shown && { api, user, testmoment: shown, statuses, seats, lists, now, onClose: close }
  return (
    <div className={styles.page} data-room="wide">
      <div className={styles.list}>
        {openMomentId !== undefined && !chosen && <Alert tone="neutral">{goneTexts.testmoment}</Alert>}
        {seats && <WaitingOutcomes api={api} lists={lists} now={now} />}
        <TestmomentList rows={rows} chosenId={hasRoom ? shown?.id : undefined} now={now} />
        {testmoments.some((testmoment) => !isOpen(testmoment, now)) && <LaterPushOffer />}
      </div>
      <Suspense fallback={hasRoom && <div className={styles.pane} />}>
        {choosable &&
          (hasRoom ? (
            <div className={styles.pane}>
              <TestmomentPane key={choosable.testmoment.id} {...choosable} />
            </div>
          ) : (
            <TestmomentDialog {...choosable} />
          ))}
      </Suspense>
    </div>
  )
}

const CARDS = ['a', 'b', 'c', 'd']

/** The shape of the screen that is on its way. */
export const TestmomentsSkeleton = () => (
  <>
    <VisuallyHidden>De toetsmomenten worden geladen…</VisuallyHidden>
    <SlowNotice />
    <div className={styles.page} data-room="wide">
      <div className={styles.moments}>
        {CARDS.map((key) => (
          <div key={key} className={`${LED_BY_TILE} ${styles.card}`}>
            <Skeleton width="16ch" />
            <Skeleton width="14ch" />
            <Skeleton width="80%" lines={2} />
          </div>
        ))}
      </div>
      <div className={styles.pane} data-empty="true" />
    </div>
  </>
)
