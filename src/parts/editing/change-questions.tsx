import { type ReactNode, useEffect, useRef } from 'react'
import { takesSomething } from '#domain/consequences/consequence.rules.ts'
import type { Consequences } from '#domain/consequences/consequence.schema.ts'
import { consequenceTexts } from '#domain/consequences/consequence.texts.ts'
import type { Difference } from '#domain/entities/entity.schema.ts'
import { Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Table } from '#src/ui/table.tsx'
import { PlanButtons, PlanDialog } from '../plan/plan-dialog.tsx'
import { ServerButton } from '../writing/writing.tsx'
import { changeQuestionTexts as texts } from './change-questions.texts.ts'

export interface ConflictDialogProps {
  differences: readonly Difference[]
  isBusy: boolean
  onInsist: () => void
  onYield: () => void
  onClose: () => void
}

/** Shown when a colleague saved first. Nothing is overwritten yet: the user sees the differences and chooses. */
export const ConflictDialog = ({ differences, isBusy, onInsist, onYield, onClose }: ConflictDialogProps) => (
  <Dialog title={texts.changedByColleague} onClose={onClose}>
    <div data-layout="grid 4">
      <p>{texts.chooseWhich}</p>
      {differences.length === 0 ? (
        <p>{texts.alreadyThere}</p>
      ) : (
        <Table
          caption={texts.differences}
          rows={differences.map((difference, index) => ({ ...difference, index }))}
          keyOf={({ index }) => index}
          columns={[
            { key: 'field', label: texts.field, cell: ({ label }) => <span data-text="nowrap">{label}</span> },
            { key: 'yours', label: texts.yours, cell: ({ yours }) => yours },
            { key: 'theirs', label: texts.theirs, cell: ({ theirs }) => theirs },
          ]}
        />
      )}
    </div>
    <DialogActions>
      <Button onClick={onYield}>{texts.keepTheirs}</Button>
      {differences.length > 0 && (
        <ServerButton tone="primary" busy={isBusy} onClick={onInsist}>
          {texts.saveMine}
        </ServerButton>
      )}
    </DialogActions>
  </Dialog>
)

interface ConsequencesProps {
  consequences: Consequences
  title?: string | undefined
  confirmLabel?: string | undefined
  /** offer of a message to the students concerned, if any */
  offer: ReactNode
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

const sentencesOf = (consequences: Consequences) =>
  consequenceTexts(consequences, Date.now()).map((sentence) => <p key={sentence}>{sentence}</p>)

const toneOf = (consequences: Consequences) =>
  takesSomething(consequences) ||
  consequences.deletes_testmoment ||
  consequences.deletes_module ||
  consequences.deletes_user
    ? 'danger'
    : 'primary'

/** Dialog with the consequences of a change, before the server carries it out. */
export const ConsequencesDialog = ({
  consequences,
  title = texts.sure,
  confirmLabel = texts.changeAnyway,
  offer,
  onClose,
  ...buttons
}: ConsequencesProps) => (
  <PlanDialog title={title} onClose={onClose}>
    {sentencesOf(consequences)}
    {offer}
    <PlanButtons {...buttons} label={confirmLabel} tone={toneOf(consequences)} onClose={onClose} />
  </PlanDialog>
)

/**
 * Asks about the consequences inside the form, in place of its buttons: the user can still edit the form while
 * reading the question. If the question had the focus when it disappears, the form's submit button, which returns,
 * gets the focus.
 */
export function ConsequencesQuestion({
  consequences,
  title = texts.sure,
  confirmLabel = texts.saveAnyway,
  offer,
  onClose,
  ...buttons
}: ConsequencesProps) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    place.current?.focus()
    return () => {
      if (document.activeElement === document.body) form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
    }
  }, [])
  return (
    <section ref={place} data-layout="grid 4" aria-label={title} tabIndex={-1}>
      <Note tone="warning" title={title}>
        {sentencesOf(consequences)}
      </Note>
      {offer}
      <PlanButtons {...buttons} label={confirmLabel} onClose={onClose} onAdjust={onClose} />
    </section>
  )
}
