import { Link } from '@tanstack/react-router'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { AccountStatistics, EnrollmentStatisticsEntry } from '#domain/statistics/statistics.schema.ts'
import type { Api } from '#src/api/api.ts'
import { BarPlot } from '#src/ui/bar-plot.tsx'
import { Card } from '#src/ui/card.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { FirstStepsCard } from './first-steps.tsx'
import type { Overview } from './load-overview.ts'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'
import { ResultsSection } from './results-section.tsx'
import { UpcomingTestmoments } from './upcoming-testmoments.tsx'

export const OverviewScreen = ({
  api,
  overview: { firstSteps, accounts, schoolyear, year, results },
}: {
  api: Api
  overview: Overview
}) => (
  <div className={styles.screen} data-layout="stack 4 top" data-room="wide">
    <FirstStepsCard done={firstSteps} />
    <Card>
      <div data-layout="row 3 x8 baseline between">
        <div data-layout="row 1 x4 baseline">
          <h2 data-text="base muted">Actief schooljaar</h2>
          {schoolyear ? (
            <p data-text="huge strong figures">{schoolyear.name}</p>
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
    {schoolyear && year && <UpcomingTestmoments schoolyearId={schoolyear.id} upcoming={year.upcoming} />}
    {year && <WeeksPlot weeks={year.weeks} />}
    {results && <ResultsSection api={api} results={results} />}
  </div>
)

const number = new Intl.NumberFormat('nl-NL')

const Counts = ({ accounts }: { accounts: AccountStatistics }) => (
  <dl className={styles.counts} data-layout="row 3 x8 stretch">
    <Count label="Beheerders" value={accounts.admin_accounts} />
    <Count label="Studenten" value={accounts.student_accounts} />
    <Count label="Nieuwe accounts dit jaar" value={accounts.new_accounts} />
  </dl>
)

const Count = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt data-text="small muted">{label}</dt>
    <dd data-text="strong figures">{number.format(value)}</dd>
  </div>
)

const WeeksPlot = ({ weeks }: { weeks: readonly EnrollmentStatisticsEntry[] }) => (
  <Card>
    <section data-layout="stack 4 top" aria-labelledby="weeks">
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
