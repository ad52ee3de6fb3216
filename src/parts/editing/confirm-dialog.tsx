import type { ReactNode } from 'react'
import { ConnectionNotice } from '#src/offline/connection-notice.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import styles from './editing.module.css'
import { ServerButton } from './server-button.tsx'

interface ConfirmDialogProps {
  /** asks, with the name of what it is about */
  title: string
  /** what it would bring about, with the numbers */
  children: ReactNode
  /** named after what it does */
  confirmLabel: string
  /** what is confirmed happens here, and needs no server */
  isLocal?: boolean
  /** `primary` where nothing is taken from anybody */
  tone?: 'danger' | 'primary'
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, isLocal, tone = 'danger', isBusy, onConfirm, onClose } = props
  const Confirm = isLocal ? Button : ServerButton
  return (
    <Dialog title={title} onClose={onClose}>
      {!isLocal && <ConnectionNotice />}
      <div className={styles.sentences}>{children}</div>
      <div className={styles.actions}>
        <Button onClick={onClose}>Annuleren</Button>
        <Confirm tone={tone} busy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Confirm>
      </div>
    </Dialog>
  )
}
