import { Link } from '@tanstack/react-router'
import type { TestmomentStatisticsEntry } from '#domain/statistics/statistics.schema.ts'
import { Card } from '#src/ui/card.tsx'
import { MomentCard } from './moment-card.tsx'
import { MomentsPlot } from './moments-plot.tsx'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'

/** The dashboard shows at most three; the plot what is ahead. */
const SHOWN = 3

interface UpcomingMomentsProps {
  schoolyearId: number
  upcoming: readonly TestmomentStatisticsEntry[]
}

export const UpcomingMoments = ({ schoolyearId, upcoming }: UpcomingMomentsProps) => (
  <Card>
    <section className={styles.section} aria-labelledby="upcoming">
      <h2 id="upcoming">Aankomende toetsmomenten</h2>
      {upcoming.length === 0 ? (
        <p>{texts.noMoments}</p>
      ) : (
        <ul className={styles.moments}>
          {upcoming.slice(0, SHOWN).map((entry) => (
            <li key={entry.testmoment.id}>
              <MomentCard schoolyearId={schoolyearId} entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {upcoming.length > 1 && <MomentsPlot upcoming={upcoming} />}
      <Link to="/admin/testmoments">Alle toetsmomenten beheren</Link>
    </section>
  </Card>
)
