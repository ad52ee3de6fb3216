import { useBlocker } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { ConnectionNotice, useIsConnected } from '#src/offline/connection-view.tsx'
import { useWaitReason } from '#src/offline/connection-waits.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { leavingTexts as texts } from './save.texts.ts'

interface ConfirmDialogProps {
  /** question that names its subject */
  title: string
  /** effects, with numbers */
  children: ReactNode
  /** names the effect */
  confirmLabel: string
  /** the confirmed act needs no server */
  isLocal?: boolean
  /** `primary` where nobody loses anything */
  tone?: 'danger' | 'primary'
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, isLocal, tone = 'danger', isBusy, onConfirm, onClose } = props
  const Confirm = isLocal ? Button : ServerButton
  return (
    <Dialog title={title} onClose={onClose}>
      {!isLocal && <ConnectionNotice />}
      <div data-layout="grid 4">{children}</div>
      <DialogActions>
        <Button onClick={onClose}>Annuleren</Button>
        <Confirm tone={tone} busy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Confirm>
      </DialogActions>
    </Dialog>
  )
}

/** Button for what only the server can do: without a connection it is disabled and its title says why. */
export function ServerButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const connected = useIsConnected()
  const reason = useWaitReason()
  return <Button title={reason} {...rest} disabled={disabled || !connected} />
}

interface AskingButtonProps extends Omit<ConfirmDialogProps, 'isLocal' | 'onConfirm' | 'onClose'> {
  button: ComponentProps<typeof ServerButton>
  onConfirm: () => Promise<unknown>
}

/** Button of an act that is asked about first. The question closes when the act is over, whatever came of it. */
export function AskingButton({ button, onConfirm, ...question }: AskingButtonProps) {
  const [isAsking, ask] = useState(false)
  const confirm = async () => {
    await onConfirm()
    ask(false)
  }
  return (
    <>
      <ServerButton {...button} onClick={() => ask(true)} />
      {isAsking && <ConfirmDialog {...question} onConfirm={confirm} onClose={() => ask(false)} />}
    </>
  )
}

/** Button of a form that is saved on the server. Requires `busy`, so that no form is without it. */
export const SubmitButton = (button: Omit<ComponentProps<typeof ServerButton>, 'type'> & { busy: boolean }) => (
  <ServerButton type="submit" tone="primary" {...button} />
)

/** While `isDirty`, asks before the user leaves the screen or closes the tab, so that nothing typed is lost. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (leaving.status !== 'blocked') return null
  return <LeaveDialog onLeave={leaving.proceed} onStay={leaving.reset} />
}

/** Asks whether to leave the screen, which would lose what was typed. */
export const LeaveDialog = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => (
  <ConfirmDialog title={texts.unsaved} confirmLabel={texts.leave} isLocal onConfirm={onLeave} onClose={onStay}>
    <p>{texts.lost}</p>
  </ConfirmDialog>
)
