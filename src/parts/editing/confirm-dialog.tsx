import type { ReactNode } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import styles from './editing.module.css'

interface ConfirmDialogProps {
  /** asks, with the name of what it is about */
  title: string
  /** what it would bring about, with the numbers */
  children: ReactNode
  /** named after what it does */
  confirmLabel: string
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

export const ConfirmDialog = ({ title, children, confirmLabel, isBusy, onConfirm, onClose }: ConfirmDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <div className={styles.sentences}>{children}</div>
    <div className={styles.actions}>
      <Button onClick={onClose}>Annuleren</Button>
      <Button tone="danger" busy={isBusy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </div>
  </Dialog>
)
