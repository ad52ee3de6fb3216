import { Card } from '#src/ui/card.tsx'
import { Overview } from './overview.tsx'
import styles from './step.module.css'
import { StepUnloaded } from './step-unloaded.tsx'
import { useStep } from './use-step.ts'

export function OverviewStep() {
  const view = useStep(4)
  return (
    <Card>
      <p className={styles.explanation}>
        Klopt dit? Bevestig het dan. Daarna kun je je ook zelf voor toetsen in- en uitschrijven.
      </p>
      {view.isLoaded ? <Overview {...view} /> : <StepUnloaded {...view} />}
    </Card>
  )
}
