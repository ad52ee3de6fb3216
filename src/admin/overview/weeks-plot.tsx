import { dayLabel } from '#domain/calendar/date-labels.ts'
import type { EnrollmentStatisticsEntry } from '#domain/statistics/enrollment-statistics.schema.ts'
import { BarPlot } from '#src/ui/bar-plot/bar-plot.tsx'
import { Card } from '#src/ui/card/card.tsx'

export const WeeksPlot = ({ weeks }: { weeks: readonly EnrollmentStatisticsEntry[] }) => (
  <Card>
    <BarPlot
      title="Inschrijvingen in de afgelopen weken"
      heads={['Week vanaf', 'Inschrijvingen']}
      bars={weeks.map(({ week, enrollments }) => ({
        key: Date.parse(week),
        label: dayLabel(week, Date.now()),
        value: enrollments,
      }))}
    />
  </Card>
)
