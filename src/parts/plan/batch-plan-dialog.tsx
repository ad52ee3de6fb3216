import type { ReactNode } from 'react'
import { ActProgress, type ProgressWords, type Remark } from '#src/parts/many/act-progress.tsx'
import type { Progress } from '#src/parts/many/use-batches.ts'
import { Button } from '#src/ui/button.tsx'
import { PlanDialog } from './plan-dialog.tsx'

interface BatchPlanDialogProps {
  title: string
  batches: {
    progress: Progress<{ outcome: string }> | null
    isUnderWay: boolean
    stop: () => void
    resume: () => void
  }
  words: ProgressWords
  /** People the act skipped, with the reasons; shown at the end. */
  remarks: readonly Remark[]
  /** `isDone`: at least one item was carried out. */
  onClose: (isDone: boolean) => void
  /** Renders the plan, until its batches begin; `close` is for its buttons. */
  children: (close: () => void) => ReactNode
}

export function BatchPlanDialog({ title, batches, words, remarks, onClose, children }: BatchPlanDialogProps) {
  const { progress, isUnderWay, stop } = batches
  const close = () => (isUnderWay ? stop() : onClose(progress !== null && progress.settled.length > 0))
  return (
    <PlanDialog title={title} isDirty={isUnderWay} onClose={close}>
      {progress ? (
        <ActProgress words={words} progress={progress} batches={batches} remarks={remarks}>
          <Button tone={progress.state === 'finished' ? 'primary' : 'secondary'} onClick={close}>
            Sluiten
          </Button>
        </ActProgress>
      ) : (
        children(close)
      )}
    </PlanDialog>
  )
}
