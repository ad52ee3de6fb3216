import { Link } from '@tanstack/react-router'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { distinctLabels } from '#domain/calendar/distinct-labels.ts'
import { aboveSeats } from '#domain/enrollments/waiting.rules.ts'
import { aboveSeatsLabel } from '#domain/enrollments/waiting.texts.ts'
import type { TestmomentStatisticsEntry } from '#domain/statistics/statistics.schema.ts'
import { PlannedNote } from '#src/parts/clock/planned-note.tsx'
import { DateTile, type TileState } from '#src/parts/date-tile.tsx'
import { TimeAndPlace } from '#src/parts/moment-name.tsx'
import { BarPlot } from '#src/ui/bar-plot.tsx'
import { Card } from '#src/ui/card.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'

/** Most moments listed; the plot shows more of the coming ones. */
const SHOWN = 3

interface UpcomingTestmomentsProps {
  schoolyearId: number
  upcoming: readonly TestmomentStatisticsEntry[]
}

export const UpcomingTestmoments = ({ schoolyearId, upcoming }: UpcomingTestmomentsProps) => (
  <Card>
    <section data-layout="stack 4 top" aria-labelledby="upcoming">
      <h2 id="upcoming">Aankomende toetsmomenten</h2>
      {upcoming.length === 0 ? (
        <p>{texts.noMoments}</p>
      ) : (
        <ul className={styles.moments} data-layout="grid 3">
          {upcoming.slice(0, SHOWN).map((entry) => (
            <li key={entry.testmoment.id}>
              <TestmomentCard schoolyearId={schoolyearId} entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {upcoming.length > 1 && <TestmomentsPlot upcoming={upcoming} />}
      <Link to="/admin/testmoments">Alle toetsmomenten beheren</Link>
    </section>
  </Card>
)

interface TestmomentCardProps {
  schoolyearId: number
  entry: TestmomentStatisticsEntry
}

const TestmomentCard = ({ schoolyearId, entry }: TestmomentCardProps) => (
  <div className={styles.moment} data-layout="grid 4 start led" data-pad="3">
    <h3>
      <Link
        to="/schoolyear/$schoolyearId/testmoment/$testmomentId/edit"
        params={{ schoolyearId: String(schoolyearId), testmomentId: String(entry.testmoment.id) }}
        data-text="plain"
      >
        <DateTile moment={entry.testmoment} state={tileState(entry)} now={Date.now()} />
      </Link>
    </h3>
    <div data-layout="grid 1 left">
      <TimeAndPlace moment={entry.testmoment} weekAt={Date.now()} />
      <p>{texts.counts(entry)}</p>
      <AboveSeats taken={entry.enrollments} seats={entry.testmoment.seats} />
      <div data-layout="row 1 x4">
        {entry.testmoment.enrollments_enabled ? (
          <Badge tone="success" icon="check">
            Open
          </Badge>
        ) : (
          <Badge tone="neutral" icon="lock">
            Gesloten
          </Badge>
        )}
        {entry.enrollments > 0 && (
          <Link
            to="/admin/messages/new"
            search={{ kind: 'testmoment', testmoment_id: entry.testmoment.id }}
            aria-label={`Bericht sturen: ${whenAndWhereLabel(entry.testmoment, Date.now())}`}
          >
            Bericht sturen
          </Link>
        )}
      </div>
      <PlannedNote testmoment={entry.testmoment} />
    </div>
  </div>
)

const tileState = ({ testmoment, enrollments }: TestmomentStatisticsEntry): TileState => {
  if (!testmoment.enrollments_enabled) return 'closed'
  return testmoment.seats > 0 && enrollments >= testmoment.seats ? 'full' : 'open'
}

function AboveSeats({ taken, seats }: { taken: number; seats: number }) {
  const above = aboveSeats({ seats, taken })
  if (above === 0) return null
  return (
    <StatusLine tone="warning" icon="alert">
      {aboveSeatsLabel(above)}
    </StatusLine>
  )
}

/** Most moments drawn; a year may have hundreds. */
const DRAWN = 12

function TestmomentsPlot({ upcoming }: { upcoming: readonly TestmomentStatisticsEntry[] }) {
  const drawn = upcoming.slice(0, DRAWN)
  const further = upcoming.length - drawn.length
  const labels = distinctLabels(
    drawn.map(({ testmoment }) => testmoment),
    Date.now(),
  )
  if (upcoming.every(({ enrollments }) => enrollments === 0)) return <p>{texts.nobodyYet}</p>
  return (
    <section data-layout="grid 2 top" aria-labelledby="per-moment">
      <h3 id="per-moment">Ingeschreven studenten per toetsmoment</h3>
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
  )
}
