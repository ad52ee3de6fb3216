import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './completed-modules.module.css'
import { Explanation } from './explanation.tsx'

/** What stands there anyway, and the shape of the list that is on its way. */
export const CompletedModulesSkeleton = () => (
  <div className={styles.page}>
    <VisuallyHidden>Je modules worden geladen…</VisuallyHidden>
    <SlowNotice />
    <Explanation />
    <Card>
      <div className={styles.form}>
        <h2>Wat heb je al afgerond?</h2>
        <strong>Afgeronde modules</strong>
        <Skeleton lines={12} />
      </div>
    </Card>
  </div>
)
