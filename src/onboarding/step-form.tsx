import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { lostAnswerEnding } from '#src/api/failure.texts.ts'
import { Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { enterGoesOn, focusFirstEmpty } from '#src/ui/empty-fields.ts'
import { Form } from '#src/ui/field.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { Failure } from './onboarding.context.ts'
import { failureText, stepTexts } from './onboarding.texts.ts'
import styles from './step.module.css'
import { pathOf } from './steps.ts'
import type { StepView } from './use-step.ts'

interface StepFormProps {
  step: 1 | 2 | 3
  view: StepView
  /** returns false to prevent sending, and shows the reason itself */
  mayBeSaved?: () => boolean
  children: ReactNode
}

const following = { 1: 2, 2: 3, 3: 4 } as const

/**
 * Form of a step. 'Opslaan' saves the step and stays; 'Volgende' saves if needed and then goes on, so that one press completes
 * a step. Enter in the last field only saves.
 */
export function StepForm({ step, view, mayBeSaved = () => true, children }: StepFormProps) {
  const { isSaved, isBusy, isConnected, failure, send } = view
  const noteId = useId()
  const save = () => {
    if (isConnected && mayBeSaved()) send({ type: 'step.submitted' })
  }
  const goOn = useGoingOn(step, view)

  return (
    <Form ref={focusFirstEmpty} onKeyDown={enterGoesOn} data-layout="stack 4" data-above="4" onSubmit={save}>
      {children}
      {failure && <StepFailure failure={failure} />}
      <div className={styles.actions} data-layout="row 3">
        <Button type="submit" busy={isBusy} disabled={!isConnected}>
          {isBusy ? stepTexts.saving : 'Opslaan'}
        </Button>
        <Button
          tone="primary"
          disabled={!isConnected && !isSaved}
          aria-describedby={noteId}
          onClick={() => {
            if (!isSaved && !isBusy) save()
            goOn()
          }}
        >
          Volgende
        </Button>
      </div>
      <div id={noteId} role="status">
        <SavedLine {...view} />
      </div>
    </Form>
  )
}

/** Returns how to request the next step: it opens as soon as this one is saved, and not if saving fails. */
function useGoingOn(step: StepFormProps['step'], { isSaved, isBusy }: StepView): () => void {
  const navigate = useNavigate()
  const [isGoingOn, setGoingOn] = useState(false)
  useEffect(() => {
    if (!isGoingOn || isBusy) return
    setGoingOn(false)
    if (isSaved) void navigate({ to: pathOf(following[step]) })
  }, [isGoingOn, isBusy, isSaved, navigate, step])
  return () => setGoingOn(true)
}

function SavedLine({ isSaved, isConnected }: StepView) {
  if (!isConnected) return <StatusLine icon="unplugged">Opslaan kan weer zodra er verbinding is.</StatusLine>
  return isSaved ? (
    <StatusLine tone="success">{stepTexts.saved}</StatusLine>
  ) : (
    <StatusLine>{stepTexts.unsaved}</StatusLine>
  )
}

/** Failure of a step; neutral where it is unknown whether anything failed. A toast reads it aloud. */
export function StepFailure({ failure }: { failure: Failure }) {
  const text = failureText(failure)
  return <Note tone={lostAnswerEnding(text) ? 'neutral' : 'danger'}>{text}</Note>
}

export function StepUnloaded({ failure, send }: StepView) {
  if (failure?.during === 'loading')
    return (
      <div data-layout="stack 4" data-above="4">
        <StepFailure failure={failure} />
        <div className={styles.actions} data-layout="row 3">
          <Button tone="primary" onClick={() => send({ type: 'retry.requested' })}>
            Opnieuw proberen
          </Button>
        </div>
      </div>
    )
  return (
    <div data-layout="stack 4" data-above="4">
      <VisuallyHidden>{stepTexts.loading}</VisuallyHidden>
      <Skeleton width="40%" />
      <Skeleton lines={2} />
    </div>
  )
}
