import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { failureText } from './failure.texts.ts'
import styles from './step.module.css'
import type { StepView } from './use-step.ts'

/** Stands where a step is on its way, or did not come. */
export function StepUnloaded({ failure, send }: StepView) {
  if (failure?.during === 'loading')
    return (
      <div className={styles.form}>
        <Alert live={false}>{failureText(failure)}</Alert>
        <div className={styles.actions}>
          <Button tone="primary" onClick={() => send({ type: 'retry.requested' })}>
            Opnieuw proberen
          </Button>
        </div>
      </div>
    )
  return (
    <div className={styles.form}>
      <VisuallyHidden>Deze stap wordt geladen…</VisuallyHidden>
      <Skeleton width="40%" />
      <Skeleton lines={2} />
    </div>
  )
}
