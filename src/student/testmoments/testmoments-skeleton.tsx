import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import card from './moment-card.module.css'
import styles from './testmoments-screen.module.css'

const CARDS = ['a', 'b', 'c', 'd']

/** The shape of the screen that is on its way. */
export const TestmomentsSkeleton = () => (
  <>
    <VisuallyHidden>De toetsmomenten worden geladen…</VisuallyHidden>
    <SlowNotice />
    <div className={styles.moments}>
      {CARDS.map((key) => (
        <div key={key} className={card.card}>
          <div className={card.when}>
            <Skeleton width="7ch" lines={1.25} />
          </div>
          <div className={card.standing}>
            <Skeleton width="14ch" lines={1.4} />
            <Skeleton width="28ch" />
          </div>
          <div className={card.facts}>
            <Skeleton width="24ch" lines={2} />
          </div>
        </div>
      ))}
    </div>
  </>
)
