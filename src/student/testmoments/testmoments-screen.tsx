import { Suspense } from 'react'
import { emptyListTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import { byStart, isOpen } from '#domain/testmoments/testmoment.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useCloseDialog } from '#src/parts/addressed-dialog/use-close-dialog.ts'
import { useMomentClock } from '#src/parts/clock/clock.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import type { EnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { LaterPushOffer } from '#src/parts/later-push-offer.tsx'
import { MomentDialog, useReadyMomentDialog } from '#src/parts/moment-dialog/ready-moment-dialog.ts'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { MomentCard } from './moment-card.tsx'
import styles from './testmoments-screen.module.css'

interface TestmomentsScreenProps {
  api: Api
  user: User
  overview: EnrollmentOverview
  openMomentId: number | undefined
}

export function TestmomentsScreen({ api, user, overview, openMomentId }: TestmomentsScreenProps) {
  const { statuses, testmoments, hasActiveSchoolyear } = overview
  const close = useCloseDialog()
  useReadyMomentDialog()
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
      <ul className={styles.moments}>
        {testmoments.toSorted(byStart).map((testmoment) => (
          <li key={testmoment.id}>
            <MomentCard testmoment={testmoment} statuses={statuses} now={now} />
          </li>
        ))}
      </ul>
      {testmoments.some((testmoment) => !isOpen(testmoment, now)) && <LaterPushOffer />}
      <Suspense>
        {opened && (
          <MomentDialog api={api} user={user} testmoment={opened} statuses={statuses} now={now} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
