import { useBlocker } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { ConnectionNotice, useIsConnected } from '#src/offline/connection-view.tsx'
import { useWaitReason } from '#src/offline/connection-waits.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import styles from './editing.module.css'

interface ConfirmDialogProps {
  /** asks, with the name of what it is about */
  title: string
  /** effects, with the numbers */
  children: ReactNode
  /** named after what it does */
  confirmLabel: string
  /** the confirmed act happens here, and needs no server */
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
      <DialogActions>
        <Button onClick={onClose}>Annuleren</Button>
        <Confirm tone={tone} busy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Confirm>
      </DialogActions>
    </Dialog>
  )
}

/** For what only the server can do: while it can't be asked the button does nothing, and says why. */
export function ServerButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const connected = useIsConnected()
  const reason = useWaitReason()
  return <Button title={reason} {...rest} disabled={disabled || !connected} />
}

/** While `isDirty`, leaving the screen (also closing the tab) is asked about first, so that nothing typed is lost. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (leaving.status !== 'blocked') return null
  return <LeaveDialog onLeave={leaving.proceed} onStay={leaving.reset} />
}

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
