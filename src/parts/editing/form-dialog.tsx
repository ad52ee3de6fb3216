import type { FormEvent, ReactNode } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import styles from './editing.module.css'

interface FormDialogProps {
  title: string
  /** what it brings about, for whoever does it for the first time */
  explanation?: ReactNode
  submitLabel: string
  isBusy: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** One thing to make or to change, in a dialog. */
export function FormDialog({ title, explanation, submitLabel, isBusy, onSubmit, onClose, children }: FormDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        {explanation && <p>{explanation}</p>}
        {children}
        <div className={styles.actions}>
          <Button onClick={onClose}>Annuleren</Button>
          <Button type="submit" tone="primary" busy={isBusy}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
