import { momentLabel } from '#domain/calendar/date-labels.ts'
import { lostForGoodText } from '#domain/enrollments/enrollment-status.texts.ts'
import { isOpen } from '#domain/testmoments/testmoment.rules.ts'
import { ConfirmDialog } from '#src/parts/editing/confirm-dialog.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './completed-modules.module.css'
import type { LostEnrollment } from './completion-changes.ts'

interface LosingDialogProps {
  losing: readonly LostEnrollment[]
  now: number
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Names every enrollment that would go, before anything is saved. */
export const LosingDialog = ({ losing, now, isBusy, onConfirm, onClose }: LosingDialogProps) => (
  <ConfirmDialog
    title={losing.length === 1 ? 'Je inschrijving wordt verwijderd' : 'Je inschrijvingen worden verwijderd'}
    confirmLabel="Opslaan en uitschrijven"
    isBusy={isBusy}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <p>
      Je bent nog ingeschreven voor {losing.length === 1 ? 'een module' : 'modules'} die je als afgerond hebt
      aangevinkt. Sla je dat op, dan{' '}
      {losing.length === 1 ? 'verdwijnt deze inschrijving' : 'verdwijnen deze inschrijvingen'}:
    </p>
    <ul className={styles.losing}>
      {losing.map(({ moduleName, testmoment }) => (
        <li key={`${moduleName}-${testmoment.id}`}>
          <strong>{moduleName}</strong> op {momentLabel(testmoment, now)}
          {!isOpen(testmoment, now) && (
            <StatusLine tone="danger" icon="lock">
              {lostForGoodText}
            </StatusLine>
          )}
        </li>
      ))}
    </ul>
  </ConfirmDialog>
)
