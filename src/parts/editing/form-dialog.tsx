import { type FormEvent, type ReactNode, useState } from 'react'
import { ConnectionNotice } from '#src/offline/connection-notice.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import styles from './editing.module.css'
import { LeaveDialog } from './leave-dialog.tsx'
import { ServerButton } from './server-button.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'

interface FormDialogProps {
  title: string
  /** what it brings about, for whoever does it for the first time */
  explanation?: ReactNode
  submitLabel: string
  isBusy: boolean
  /** something was typed: closing asks first */
  isDirty: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** One thing to make or to change, in a dialog. */
export function FormDialog({ title, explanation, submitLabel, onClose, children, ...form }: FormDialogProps) {
  const { isBusy, isDirty, onSubmit } = form
  const [isLeaving, setIsLeaving] = useState(false)
  const close = () => (isDirty ? setIsLeaving(true) : onClose())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog title={title} onClose={close}>
      <ConnectionNotice />
      <form className={styles.form} noValidate onSubmit={submit}>
        {explanation && <p>{explanation}</p>}
        {children}
        <div className={styles.actions}>
          <Button onClick={close}>Annuleren</Button>
          <ServerButton type="submit" tone="primary" busy={isBusy}>
            {submitLabel}
          </ServerButton>
        </div>
      </form>
      {isLeaving && <LeaveDialog onLeave={onClose} onStay={() => setIsLeaving(false)} />}
      <UnsavedChanges isDirty={isDirty} />
    </Dialog>
  )
}
