import type { Consequences } from '#domain/consequence/consequence.schema.ts'
import { consequenceTexts } from '#domain/consequence/consequence.texts.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface ConsequencesDialogProps {
  consequences: Consequences
  title?: string
  confirmLabel?: string
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** What the server would take from students or open to them, before it does. */
export const ConsequencesDialog = ({
  consequences,
  title = 'Weet je het zeker?',
  confirmLabel = 'Toch wijzigen',
  ...rest
}: ConsequencesDialogProps) => (
  <ConfirmDialog {...rest} title={title} confirmLabel={confirmLabel}>
    {consequenceTexts(consequences).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </ConfirmDialog>
)
