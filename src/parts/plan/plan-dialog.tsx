import { type ReactNode, useEffect, useRef } from 'react'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { ServerButton, UnsavedChanges } from '#src/parts/editing/confirm-dialog.tsx'
import { Problem } from '#src/parts/editing/problem.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { planTexts as texts } from './plan.texts.ts'
import type { PlanInHand } from './use-plan.ts'

interface PlanDialogProps {
  title: string
  /** The plan has a table that takes the room. */
  isWide?: boolean
  /** Something was typed or is under way: leaving the screen asks first. */
  isDirty?: boolean
  onClose: () => void
  /** From top to bottom: the act's fields, `PlanState`, how its plan reads, the offer of a message, `PlanButtons`. */
  children: ReactNode
}

/** The dialog of every act that asks first: what the act takes, what it would do, and the question. */
export const PlanDialog = ({ title, isWide, isDirty = false, onClose, children }: PlanDialogProps) => (
  <Dialog title={title} isWide={isWide ?? false} onClose={onClose}>
    <ConnectionNotice />
    <div data-layout="stack 4">{children}</div>
    <UnsavedChanges isDirty={isDirty} />
  </Dialog>
)

interface PlanStateProps {
  plan: Pick<PlanInHand<unknown, unknown>, 'plan' | 'question' | 'isRenewed' | 'problem' | 'ask'>
  /** Said of a plan that is not the one that was confirmed; left out where no plan is renewed. */
  changed?: string
}

/** How far the plan is: on its way, not to be had, or another than was confirmed. */
export function PlanState({ plan: { plan, question, isRenewed, problem, ask }, changed }: PlanStateProps) {
  if (problem !== null)
    return (
      <Alert>
        <p>{problem}</p>
        <Button onClick={ask}>{texts.retry}</Button>
      </Alert>
    )
  if (question !== null && plan === null) return <Skeleton lines={3} />
  return isRenewed && <Alert tone="warning">{changed}</Alert>
}

/** Sentences of the plan, read aloud as they come. */
export const PlanSentences = ({ children }: { children: ReactNode }) => (
  <div role="status" data-layout="stack 4">
    {children}
  </div>
)

interface PlanButtonsProps {
  /** Label of the confirming button; null while there is nothing to confirm. */
  label: string | null
  tone?: 'primary' | 'danger'
  isBusy?: boolean
  isDisabled?: boolean
  /** Why the act was not carried out. */
  problem?: string | null
  onConfirm: () => void
  onClose: () => void
  /** Leads back to the fields, in place of the way out. */
  onAdjust?: (() => void) | undefined
  /** Another thing to confirm. */
  children?: ReactNode
}

export const PlanButtons = ({ label, tone = 'primary', isBusy, isDisabled, problem, ...rest }: PlanButtonsProps) => (
  <>
    <Problem text={problem} />
    <DialogActions>
      {rest.onAdjust ? (
        <Button onClick={rest.onAdjust}>{texts.adjust}</Button>
      ) : (
        <Button onClick={rest.onClose}>{texts.cancel}</Button>
      )}
      {rest.children}
      {label !== null && (
        <ServerButton tone={tone} busy={isBusy} disabled={isDisabled} onClick={rest.onConfirm}>
          {label}
        </ServerButton>
      )}
    </DialogActions>
  </>
)

/** Takes the focus as it comes, so that it is read first. */
export function Arrival({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={className}>
      {children}
    </div>
  )
}
