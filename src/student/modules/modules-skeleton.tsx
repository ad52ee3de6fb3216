import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import cards from './module-cards.module.css'
import styles from './modules-skeleton.module.css'
import now from './now-section.module.css'

const ROWS = ['a', 'b']
const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']

/** The shape of the screen that is on its way. */
export const ModulesSkeleton = () => (
  <>
    <VisuallyHidden>Je modules worden geladen…</VisuallyHidden>
    <div className={now.now}>
      {['Jouw inschrijvingen', 'Nu open'].map((title) => (
        <Card key={title}>
          <h2>{title}</h2>
          <ul className={now.rows}>
            {ROWS.map((row) => (
              <li key={row} className={now.row}>
                <Skeleton width="8ch" />
                <Skeleton width="10ch" />
                <div className={now.modules}>
                  <Skeleton width="5ch" lines={1.5} />
                </div>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
    <section className={cards.section}>
      <h2>Jouw modules</h2>
      <div className={cards.grid}>
        {CARDS.map((card) => (
          <Card key={card}>
            <div className={styles.card}>
              <Skeleton width="5ch" />
              <Skeleton lines={2} />
              <Skeleton width="60%" />
            </div>
          </Card>
        ))}
      </div>
    </section>
  </>
)
