import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { LED_BY_TILE } from '#src/parts/tiled-name.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import styles from './testmoments-screen.module.css'

const CARDS = ['a', 'b', 'c', 'd']

/** Skeleton of the screen, in a separate file so that it is on the device before the screen's code is requested. */
export const TestmomentsSkeleton = () => (
  <>
    <VisuallyHidden>De toetsmomenten worden geladen…</VisuallyHidden>
    <SlowNotice />
    <div data-layout="stack 6 top" data-room="wide">
      <div className={styles.moments} data-layout="stack 3 top">
        {CARDS.map((key) => (
          <div
            key={key}
            className={`${LED_BY_TILE} ${styles.card}`}
            data-layout="stack 1 top"
            data-text="figures"
            data-box
          >
            <Skeleton width="16ch" />
            <Skeleton width="14ch" />
            <Skeleton width="80%" lines={2} />
          </div>
        ))}
      </div>
    </div>
  </>
)
