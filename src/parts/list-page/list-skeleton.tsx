import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import styles from './list-page.module.css'

/** The shape of a list that is on its way. */
export const ListSkeleton = () => (
  <div className={styles.page} aria-busy="true">
    <Skeleton width="60%" />
    <Card>
      <Skeleton lines={6} />
    </Card>
  </div>
)
