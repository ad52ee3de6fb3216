import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Form } from '#src/ui/field.tsx'
import { LeaveDialog, SubmitButton, UnsavedChanges } from '../writing/writing.tsx'

interface FormDialogProps {
  title: string
  /** effects, for a first-time user */
  explanation?: ReactNode
  submitLabel: string
  isBusy: boolean
  /** something was typed: closing asks first */
  isDirty: boolean
  question?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

const FIELD = ':is(input, select):not([readonly])'
const WRONG = '[aria-invalid="true"]'

const focusFirst = (which: string, form: HTMLFormElement | null) => form?.querySelector<HTMLElement>(which)?.focus()

export function FormDialog({ title, explanation, submitLabel, onClose, children, ...form }: FormDialogProps) {
  const { isBusy, isDirty, question, onSubmit } = form
  const [isLeaving, setIsLeaving] = useState(false)
  const close = () => (isDirty ? setIsLeaving(true) : onClose())
  const fields = useRef<HTMLFormElement>(null)
  // `autoFocus` comes too early: the dialog opens after it and focuses its first button.
  useEffect(() => focusFirst(FIELD, fields.current), [])
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a try may show faults of the form itself, which asks no server
  useEffect(() => {
    if (!isBusy) focusFirst(WRONG, fields.current)
  }, [isBusy, tries])
  const submit = () => {
    setTries(tries + 1)
    onSubmit()
  }
  return (
    <Dialog title={title} onClose={close} isAside>
      <ConnectionNotice />
      <Form ref={fields} data-layout="grid 4" onSubmit={submit}>
        {explanation && <p>{explanation}</p>}
        {children}
        {question ?? (
          <DialogActions>
            <Button onClick={close}>Annuleren</Button>
            <SubmitButton busy={isBusy}>{submitLabel}</SubmitButton>
          </DialogActions>
        )}
      </Form>
      {isLeaving && <LeaveDialog onLeave={onClose} onStay={() => setIsLeaving(false)} />}
      <UnsavedChanges isDirty={isDirty} />
    </Dialog>
  )
}
