import { emptyListTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import { isOpen } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useEnrollment } from '#src/enrollment/use-enrollment.ts'
import { useOpening } from '../clock/use-opening.ts'
import { LaterPushOffer } from '../later-push-offer.tsx'
import { ChoiceCard } from './choice-card.tsx'
import { enrollmentChoices } from './enrollment-choices.ts'
import styles from './enrollment-dialog.module.css'

export interface ModuleChoicesProps {
  api: Api
  user: User
  /** the module it is about */
  status: KnownModuleStatus
  statuses: readonly KnownModuleStatus[]
  testmoments: readonly Testmoment[]
  /** the server's time, in milliseconds since the epoch */
  now: number
  onClose: () => void
}

export function ModuleChoices({ api, user, status, onClose, ...situation }: ModuleChoicesProps) {
  const enrollment = useEnrollment(onClose)
  useOpening(situation.testmoments, situation.now)
  const choices = enrollmentChoices(status, situation)

  if (choices.length === 0) return <p>{emptyListTexts.noTestmomentsForModule}</p>
  const isOfUse = choices.some(({ enrollment, testmoment }) => enrollment || !isOpen(testmoment, situation.now))
  return (
    <>
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
