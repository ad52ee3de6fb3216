import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { Problem, ServerButton, UnsavedChanges } from '#src/parts/writing/writing.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { planTexts as texts } from './plan.texts.ts'
import type { PlanInHand } from './use-plan.ts'

interface PlanDialogProps extends Omit<ComponentProps<typeof Dialog>, 'isAside' | 'steadyRem'> {
  /** Something was typed or is being carried out: leaving the screen asks first. */
  isDirty?: boolean
}

/**
 * Dialog of every act that asks first. In it, in this order: fields of the act, `PlanState`, the sentences of its plan, the offer
 * of a message, `PlanButtons`.
 */
export const PlanDialog = ({ isDirty = false, children, ...dialog }: PlanDialogProps) => (
  <Dialog {...dialog}>
    <ConnectionNotice />
    <div data-layout="stack 4">{children}</div>
    <UnsavedChanges isDirty={isDirty} />
  </Dialog>
)

interface PlanStateProps {
  plan: Pick<PlanInHand<unknown, unknown>, 'plan' | 'question' | 'isRenewed' | 'problem' | 'ask'>
  /** Warning for a plan that differs from the confirmed one; omit it where plans are not renewed. */
  changed?: string
}

/** State of the plan: loading, failed, or different from the confirmed one. */
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

/** Sentences of the plan; screen readers read them when they appear. */
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
  /** Goes back to the fields; replaces the cancel button. */
  onAdjust?: (() => void) | undefined
  /** Another button that confirms. */
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

/** Takes the focus when it appears, so that screen readers read it first. */
export function Arrival({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} data-layout="grid 1 arrived">
      {children}
    </div>
  )
}
