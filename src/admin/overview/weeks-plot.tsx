import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { EnrollmentStatisticsEntry } from '#domain/statistics/statistics.schema.ts'
import { BarPlot } from '#src/ui/bar-plot.tsx'
import { Card } from '#src/ui/card.tsx'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'

export const WeeksPlot = ({ weeks }: { weeks: readonly EnrollmentStatisticsEntry[] }) => (
  <Card>
    <section className={styles.section} aria-labelledby="weeks">
      <h2 id="weeks">Inschrijvingen in de afgelopen weken</h2>
      {weeks.some(({ enrollments }) => enrollments > 0) ? (
        <BarPlot
          labelledBy="weeks"
          heads={['Week', 'Inschrijvingen']}
          bars={weeks.map(({ week, enrollments }) => ({
            key: Date.parse(week),
            label: momentLabel({ date: week, duration: 'week' }, Date.now()),
            value: enrollments,
          }))}
        />
      ) : (
        <p>{texts.nobodyLately(weeks.length)}</p>
      )}
    </section>
  </Card>
)
