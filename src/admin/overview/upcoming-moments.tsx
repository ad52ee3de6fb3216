import { Link } from '@tanstack/react-router'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { TestmomentStatisticsEntry } from '#domain/statistics/testmoment-statistics.schema.ts'
import { BarPlot } from '#src/ui/bar-plot/bar-plot.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Badge } from '#src/ui/status/status.tsx'
import styles from './overview.module.css'

/** The dashboard shows at most three; the plot all that are ahead. */
const SHOWN = 3

export function UpcomingMoments({ upcoming }: { upcoming: readonly TestmomentStatisticsEntry[] }) {
  const now = Date.now()
  return (
    <Card>
      <section className={styles.section} aria-labelledby="upcoming">
        <h2 id="upcoming">Aankomende toetsmomenten</h2>
        {upcoming.length === 0 ? (
          <p>Geen Aankomende toetsmomenten gevonden.</p>
        ) : (
          <ul className={styles.moments}>
            {upcoming.slice(0, SHOWN).map(({ testmoment, enrollments, tests }) => (
              <li key={testmoment.id}>
                <h3>{momentLabel(testmoment, now)}</h3>
                <p>
                  {enrollments === 1 ? '1 student' : `${enrollments} studenten`} ·{' '}
                  {tests === 1 ? '1 toets' : `${tests} toetsen`}
                </p>
                {testmoment.enrollments_enabled ? (
                  <Badge tone="success" icon="check">
                    Open
                  </Badge>
                ) : (
                  <Badge tone="neutral" icon="lock">
                    Gesloten
                  </Badge>
                )}
              </li>
            ))}
          </ul>
        )}
        {upcoming.length > 1 && (
          <BarPlot
            title="Inschrijvingen per toetsmoment"
            heads={['Toetsmoment', 'Studenten']}
            bars={upcoming.map(({ testmoment, enrollments }) => ({
              key: testmoment.id,
              label: momentLabel(testmoment, now),
              value: enrollments,
            }))}
          />
        )}
        <Link to="/admin/testmoments">Alle toetsmomenten beheren</Link>
      </section>
    </Card>
  )
}
