import { emptyListTexts } from '#domain/enrollment/enrollment-status.texts.ts'
import type { ModuleStatus } from '#domain/module/module-status.schema.ts'
import type { Testmoment } from '#domain/testmoment/testmoment.schema.ts'
import type { User } from '#domain/user/user.schema.ts'
import { useEnrolment } from '#src/enrolment/enrolment-context.tsx'
import { ConnectionNotice } from '#src/offline/connection-notice.tsx'
import { ToastArea } from '#src/toasts/toast-area.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { ChoiceCard } from './choice-card.tsx'
import { enrollmentChoices } from './enrollment-choices.ts'
import styles from './enrolment-dialog.module.css'

interface EnrolmentDialogProps {
  user: User
  /** the module it is about */
  status: ModuleStatus
  statuses: readonly ModuleStatus[]
  testmoments: readonly Testmoment[]
  /** the server's time, in milliseconds since the epoch */
  now: number
  onClose: () => void
}

/** At which moments a module can be taken, and by which it is: enrolling and leaving happen here. */
export function EnrolmentDialog({ user, status, onClose, ...situation }: EnrolmentDialogProps) {
  const { module } = status
  const enrolment = useEnrolment(onClose)
  const choices = enrollmentChoices(status, situation)

  return (
    <Dialog title={`Mogelijke toetsmomenten voor module ${module.name}`} onClose={onClose}>
      <ConnectionNotice />
      <div className={styles.content}>
        <p className={styles.description}>{module.description}</p>
        {choices.length === 0 ? (
          <p>{emptyListTexts.noTestmomentsForModule}</p>
        ) : (
          <ul className={styles.choices}>
            {choices.map((choice) => (
              <ChoiceCard
                key={choice.testmoment.id}
                choice={choice}
                user={user}
                module={module}
                enrolment={enrolment}
              />
            ))}
          </ul>
        )}
      </div>
      <ToastArea />
    </Dialog>
  )
}
