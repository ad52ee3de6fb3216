import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { canBeChosen } from '#domain/enrollments/enrollment.rules.ts'
import { aboveSeats } from '#domain/enrollments/waiting.rules.ts'
import { aboveSeatsLabel } from '#domain/enrollments/waiting.texts.ts'
import type { RoomFill, TestmomentStatisticsEntry } from '#domain/statistics/statistics.schema.ts'
import { PlannedNote } from '#src/parts/clock/planned-note.tsx'
import { DateTile, type TileState } from '#src/parts/date-tile.tsx'
import { TimeAndPlace } from '#src/parts/moment-name.tsx'
import { Card } from '#src/ui/card.tsx'
import { Fold } from '#src/ui/fold.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'

/** Most moments listed; the plot below shows more of the coming ones. */
const MOMENTS_SHOWN = 3

interface UpcomingTestmomentsProps {
  schoolyearId: number
  upcoming: readonly TestmomentStatisticsEntry[]
  /** sentence below the moments, for a plot without data */
  children?: ReactNode
}

export const UpcomingTestmoments = ({ schoolyearId, upcoming, children }: UpcomingTestmomentsProps) => (
  <Card>
    <section data-layout="stack 3 top" aria-labelledby="upcoming">
      <div data-layout="row 1 x4 baseline between">
        <h2 id="upcoming">Aankomende toetsmomenten</h2>
        <Link to="/admin/testmoments">{texts.manageMoments}</Link>
      </div>
      {upcoming.length === 0 ? (
        <p>{texts.noMoments}</p>
      ) : (
        <ul className={styles.moments} data-layout="grid 3">
          {upcoming.slice(0, MOMENTS_SHOWN).map((entry) => (
            <li key={entry.testmoment.id}>
              <TestmomentCard schoolyearId={schoolyearId} entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {upcoming.length > 1 && upcoming.every(({ enrollments }) => enrollments === 0) && (
        <p data-text="muted">{texts.nobodyYet}</p>
      )}
      {children}
    </section>
  </Card>
)

const TestmomentCard = ({ schoolyearId, entry }: { schoolyearId: number; entry: TestmomentStatisticsEntry }) => (
  <div className={styles.moment} data-box="small" data-layout="grid 2 x4 start led top" data-pad="3">
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
    </div>
    <div data-layout="grid 1 left">
      <div data-layout="row 1 x4">
        {canBeChosen(entry.testmoment, Date.now()) ? (
          <Badge tone="success">Open</Badge>
        ) : (
          <Badge icon="lock">Gesloten</Badge>
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
      {entry.rooms.length > 0 && <Rooms rooms={entry.rooms} />}
    </div>
  </div>
)

/** Rooms that are shown at once; more are behind one line. */
const FEW_ROOMS = 5

const Rooms = ({ rooms }: { rooms: readonly RoomFill[] }) => (
  <Fold title={texts.roomsFilled(rooms)} isOpen={rooms.length <= FEW_ROOMS}>
    <ul data-text="small figures">
      {rooms.map((room) => (
        <li key={room.id} data-text="breaks">
          {texts.roomFilled(room)}
        </li>
      ))}
    </ul>
  </Fold>
)

const tileState = ({ testmoment, enrollments }: TestmomentStatisticsEntry): TileState => {
  if (!canBeChosen(testmoment, Date.now())) return 'closed'
  return testmoment.seats > 0 && enrollments >= testmoment.seats ? 'full' : 'open'
}

function AboveSeats({ taken, seats }: { taken: number; seats: number }) {
  const above = aboveSeats({ seats, taken })
  if (above === 0) return null
  return <StatusLine tone="warning">{aboveSeatsLabel(above)}</StatusLine>
}
