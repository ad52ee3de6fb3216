import { Link } from '@tanstack/react-router'
import { Card } from '#src/ui/card.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { Counts } from './counts.tsx'
import type { Overview } from './load-overview.ts'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'
import { UpcomingMoments } from './upcoming-moments.tsx'
import { WeeksPlot } from './weeks-plot.tsx'

export const OverviewScreen = ({ overview: { accounts, schoolyear, year } }: { overview: Overview }) => (
  <div className={styles.screen}>
    <Card>
      <div className={styles.top}>
        <div>
          <h2 className={styles.heading}>Actief schooljaar</h2>
          {schoolyear ? (
            <p className={styles.name}>{schoolyear.name}</p>
          ) : (
            <StatusLine tone="warning" icon="alert">
              {texts.noYear}
            </StatusLine>
          )}
          <Link to="/admin/schoolyears">Schooljaren beheren</Link>
        </div>
        <Counts accounts={accounts} />
      </div>
    </Card>
    {schoolyear && year && <UpcomingMoments schoolyearId={schoolyear.id} upcoming={year.upcoming} />}
    {year && <WeeksPlot weeks={year.weeks} />}
  </div>
)
