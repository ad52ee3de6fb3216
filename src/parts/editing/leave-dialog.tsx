import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveDialogProps {
  onLeave: () => void
  onStay: () => void
}

/** Something was typed that going away would lose. */
export const LeaveDialog = ({ onLeave, onStay }: LeaveDialogProps) => (
  <ConfirmDialog
    title="Je wijzigingen zijn nog niet opgeslagen"
    confirmLabel="Weggaan zonder opslaan"
    isLocal
    isBusy={false}
    onConfirm={onLeave}
    onClose={onStay}
  >
    <p>Als je nu weggaat, ben je kwijt wat je hebt ingevuld.</p>
  </ConfirmDialog>
)
