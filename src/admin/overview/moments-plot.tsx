import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { TestmomentStatisticsEntry } from '#domain/statistics/statistics.schema.ts'
import { BarPlot } from '#src/ui/bar-plot.tsx'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'

/** As many as are legible below each other; a year may hold hundreds. */
const DRAWN = 12

export function MomentsPlot({ upcoming }: { upcoming: readonly TestmomentStatisticsEntry[] }) {
  const drawn = upcoming.slice(0, DRAWN)
  const further = upcoming.length - drawn.length
  if (upcoming.every(({ enrollments }) => enrollments === 0)) return <p>{texts.nobodyYet}</p>
  return (
    <section className={styles.plot} aria-labelledby="per-moment">
      <h3 id="per-moment">Ingeschreven studenten per toetsmoment</h3>
      <BarPlot
        labelledBy="per-moment"
        heads={['Toetsmoment', 'Studenten']}
        bars={drawn.map(({ testmoment, enrollments }) => ({
          key: testmoment.id,
          label: momentLabel(testmoment, Date.now()),
          value: enrollments,
        }))}
      />
      {further > 0 && <p className={styles.further}>{texts.notDrawn(further)}</p>}
    </section>
  )
}
