import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import styles from './overview.module.css'

/** Skeleton of the overview, in a separate file so that it is loaded before the screen's code. */
export const OverviewSkeleton = () => (
  <div className={styles.screen} data-layout="stack 4 top" aria-busy="true">
    <Card>
      <h2 data-text="base muted">Actief schooljaar</h2>
      <p data-text="huge strong figures">
        <Skeleton width="8ch" />
      </p>
    </Card>
    <Card>
      <Skeleton lines={5} />
    </Card>
  </div>
)
