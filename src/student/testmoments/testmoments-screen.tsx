import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { mayStillOpen } from '#domain/enrollments/enrollment.rules.ts'
import { goneTexts } from '#domain/enrollments/enrollment.texts.ts'
import { emptyListTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useStudentLists } from '#src/enrollment/student-lists.ts'
import { useCloseDialog, useReadyDialog } from '#src/parts/addressed-dialog.ts'
import { useMomentClock } from '#src/parts/clock/clock.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import { WaitingOutcomes } from '#src/parts/enrollment-choice/seats-view.tsx'
import type { EnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { LaterPushOffer } from '#src/parts/later-push-offer.tsx'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { rowsOf, TestmomentList } from './testmoment-list.tsx'
import { testmomentsTexts as texts } from './testmoments.texts.ts'

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
