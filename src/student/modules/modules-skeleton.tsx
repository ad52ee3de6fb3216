import { Card } from '#src/ui/card/card.tsx'
import { Skeleton } from '#src/ui/progress/skeleton.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './module-cards.module.css'
import now from './now-section.module.css'

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']

/** The shape of the screen that is on its way, so that nothing jumps when it arrives. */
export const ModulesSkeleton = () => (
  <>
    <VisuallyHidden>Je modules worden geladen…</VisuallyHidden>
    <div className={now.now}>
      {['Jouw inschrijvingen', 'Nu open'].map((title) => (
        <Card key={title}>
          <h2>{title}</h2>
          <Skeleton width="80%" />
          <Skeleton width="40%" />
        </Card>
      ))}
    </div>
    <section className={styles.section}>
      <h2>Jouw modules</h2>
      <div className={styles.grid}>
        {CARDS.map((card) => (
          <Card key={card}>
            <Skeleton width="30%" lines={1} />
            <Skeleton lines={2} />
            <Skeleton width="60%" lines={2} />
          </Card>
        ))}
      </div>
    </section>
  </>
)
