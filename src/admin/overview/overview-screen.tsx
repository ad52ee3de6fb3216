import { Link } from '@tanstack/react-router'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { distinctLabels } from '#domain/calendar/distinct-labels.ts'
import type { SourceState } from '#domain/source/source.schema.ts'
import type {
  AccountStatistics,
  EnrollmentStatisticsEntry,
  TestmomentStatisticsEntry,
} from '#domain/statistics/statistics.schema.ts'
import { Note } from '#src/ui/alert.tsx'
import { BarPlot } from '#src/ui/bar-plot.tsx'
import { Card } from '#src/ui/card.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { FirstStepsCard } from './first-steps.tsx'
import type { Overview } from './load-overview.ts'
import { sourceNoticeTexts, overviewTexts as texts } from './overview.texts.ts'
import { ResultsSection } from './results-section.tsx'
import { UpcomingTestmoments } from './upcoming-testmoments.tsx'

export const OverviewScreen = ({
  overview: { firstSteps, accounts, source, schoolyear, year, results },
}: {
  overview: Overview
}) => (
  <div data-layout="stack 4 top" data-room="wide">
    <FirstStepsCard done={firstSteps} />
    <SourceNotice source={source} />
    <Card>
      <div data-layout="row 2 x4 baseline between">
        <div data-layout="row 1 x4 baseline">
          <h2 data-text="base muted">Actief schooljaar</h2>
          {schoolyear ? (
            <p data-text="large strong figures">{schoolyear.name}</p>
          ) : (
            <StatusLine tone="warning">{texts.noYear}</StatusLine>
          )}
          <Link to="/admin/schoolyears">Schooljaren beheren</Link>
        </div>
        <Counts accounts={accounts} />
      </div>
    </Card>
    {schoolyear && year && (
      <UpcomingTestmoments schoolyearId={schoolyear.id} upcoming={year.upcoming}>
        {!isDrawn(year.weeks) && <p data-text="muted">{texts.nobodyLately(year.weeks.length)}</p>}
      </UpcomingTestmoments>
    )}
    {year && (
      <div data-layout="grid 4 start if-any columns">
        <TestmomentsPlot upcoming={year.upcoming} />
        {isDrawn(year.weeks) && <WeeksPlot weeks={year.weeks} />}
      </div>
    )}
    {results && <ResultsSection results={results} />}
  </div>
)

const number = new Intl.NumberFormat('nl-NL')

const Counts = ({ accounts }: { accounts: AccountStatistics }) => (
  <dl data-layout="row 1 x4 baseline">
    <Count label="Beheerders" value={accounts.admin_accounts} />
    <Count label="Studenten" value={accounts.student_accounts} />
    <Count label={texts.newAccounts} value={accounts.new_accounts} />
  </dl>
)

const Count = ({ label, value }: { label: string; value: number }) => (
  <div data-layout="row 2 baseline">
    <dt data-text="small muted">{label}</dt>
    <dd data-text="large strong figures">{number.format(value)}</dd>
  </div>
)

/** Whether a plot has anything to draw: not all its values are 0. */
const isDrawn = (entries: readonly { enrollments: number }[]): boolean =>
  entries.some(({ enrollments }) => enrollments > 0)

const WeeksPlot = ({ weeks }: { weeks: readonly EnrollmentStatisticsEntry[] }) => (
  <Card>
    <section data-layout="stack 3 top" aria-labelledby="weeks">
      <h2 id="weeks">Inschrijvingen in de afgelopen weken</h2>
      <BarPlot
        labelledBy="weeks"
        heads={['Week', 'Inschrijvingen']}
        bars={weeks.map(({ week, enrollments }) => ({
          key: Date.parse(week),
          label: momentLabel({ date: week, duration: 'week' }, Date.now()),
          value: enrollments,
        }))}
      />
    </section>
  </Card>
)

/** Most moments drawn; a year may have hundreds. */
const MOST_DRAWN = 12

/** Null for a single moment: its card shows the number. */
function TestmomentsPlot({ upcoming }: { upcoming: readonly TestmomentStatisticsEntry[] }) {
  if (upcoming.length < 2 || !isDrawn(upcoming)) return null
  const drawn = upcoming.slice(0, MOST_DRAWN)
  const further = upcoming.length - drawn.length
  const labels = distinctLabels(
    drawn.map(({ testmoment }) => testmoment),
    Date.now(),
  )
  return (
    <Card>
      <section data-layout="stack 3 top" aria-labelledby="per-moment">
        <h2 id="per-moment">{texts.perMoment}</h2>
        <BarPlot
          labelledBy="per-moment"
          heads={['Toetsmoment', 'Studenten']}
          bars={drawn.map(({ testmoment, enrollments }, at) => ({
            key: testmoment.id,
            label: labels[at] ?? '',
            value: enrollments,
            ...(testmoment.seats > 0 && { most: testmoment.seats }),
          }))}
        />
        {further > 0 && <p data-text="small muted">{texts.notDrawn(further)}</p>}
      </section>
    </Card>
  )
}

/** Notices about the school's own system that a teacher decides on or should know of; null without such a system. */
function SourceNotice({ source }: { source: SourceState }) {
  const [text, ...others] = noticesOf(source)
  if (text === undefined) return null
  return (
    <Note tone="warning" title={text}>
      {others.map((other) => (
        <p key={other}>{other}</p>
      ))}
      <Link to="/admin/connections">{sourceNoticeTexts.look}</Link>
    </Note>
  )
}

function noticeOf({ host, phase, counts, is_first, is_stale }: Omit<SourceState, 'sending'>): string | null {
  if (host === null) return null
  if (phase === 'braked' || phase === 'previewed' || phase === 'failed') return sourceNoticeTexts[phase]
  if (is_stale) return sourceNoticeTexts.stale
  if (is_first && phase !== 'reading' && phase !== 'applying') return sourceNoticeTexts.first
  return counts !== null && counts.waiting > 0 ? sourceNoticeTexts.waiting(counts.waiting) : null
}

/** Results that did not reach it come after what is read from it. */
const noticesOf = ({ sending, ...source }: SourceState): string[] => {
  const run = noticeOf(source)
  return [
    ...(run === null ? [] : [run]),
    ...(sending && sending.refused > 0 ? [sourceNoticeTexts.refused(sending.refused)] : []),
    ...(sending && sending.waiting > 0 && sending.awaits_first ? [sourceNoticeTexts.awaitsFirst(sending.waiting)] : []),
    ...(sending?.fault && sending.waiting > 0 && !sending.awaits_first
      ? [sourceNoticeTexts.stuck(sending.waiting)]
      : []),
  ]
}
