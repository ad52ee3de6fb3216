import { Suspense } from 'react'
import { emptyListTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import { isOpen } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { type SeatsStore, useSeats } from '#src/enrollment/seats.ts'
import { useEnrollment } from '#src/enrollment/use-enrollment.ts'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import { ChoiceCard } from '#src/parts/enrollment-choice/choice-card.tsx'
import { enrollmentChoices } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { WaitingOutcomes } from '#src/parts/enrollment-choice/seats-view.tsx'
import { LaterPushOffer } from '#src/parts/later-push-offer.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
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
