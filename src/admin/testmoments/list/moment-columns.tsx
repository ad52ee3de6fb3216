import { editTestmoment } from '#contract/testmoments.gen.ts'
import { briefLabel, timesLabel, weekOrTimesLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { aboveSeats } from '#domain/enrollments/waiting.rules.ts'
import { takenSeatsLabel, waitingLabel } from '#domain/enrollments/waiting.texts.ts'
import { momentChangedMessage } from '#domain/messages/change.texts.ts'
import { presencePhase } from '#domain/presence/presence.rules.ts'
import { mayEnterResults } from '#domain/results/result.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { applyEdit } from '#domain/testmoments/testmoment-edit.rules.ts'
import { editBody } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { PlannedNote } from '#src/parts/clock/planned-note.tsx'
import { DateTile } from '#src/parts/date-tile.tsx'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { EditLink, editColumn, ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { TickedCell } from '#src/parts/many/ticks.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { Column } from '#src/ui/table.tsx'
import styles from './testmoments.module.css'
import { testmomentsTexts as texts } from './testmoments.texts.ts'
import { tileStateOf } from './tile-state.ts'

export function momentColumns(now: number): Column<ManagedTestmoment>[] {
  return [
    {
      key: 'date',
      label: 'Moment',
      sortBy: 'server',
      cell: (moment) => (
        <TickedCell id={moment.id} name={`Toetsmoment ${whenAndWhereLabel(moment, now)}`}>
          <DateTile moment={moment} state={tileStateOf(moment, now)} now={now} small />
          <MomentCell moment={moment} isPast={!isCurrent(moment, now)} />
        </TickedCell>
      ),
    },
    {
      key: 'modules',
      label: 'Modules',
      least: [8, 8],
      cell: ({ modules }) => (modules.length === 0 ? texts.allModules : modules.map(({ name }) => name).join(', ')),
    },
    {
      key: 'enabled',
      label: 'Inschrijvingen Actief',
      cell: (moment) => (
        <div className={styles.planned}>
          <EnrollmentsSwitch testmoment={moment} />
          <PlannedNote testmoment={moment} />
        </div>
      ),
    },
    {
      key: 'students',
      label: 'Studenten',
      align: 'end',
      sortBy: 'server',
      cell: (moment) => <SeatsTaken testmoment={moment} />,
    },
    {
      ...editColumn,
      cell: (moment) => {
        const params = { schoolyearId: String(moment.schoolyear_id), testmomentId: String(moment.id) }
        const name = whenAndWhereLabel(moment, now)
        return (
          <span className={styles.ways} data-layout="row stretch right">
            {presencePhase(moment, now) !== 'coming' && (
              <ScreenLink
                to="/schoolyear/$schoolyearId/testmoment/$testmomentId/presence"
                params={params}
                tone="quiet"
                icon="person"
                aria-label={texts.presenceAt(name)}
              >
                Aanwezigheid
              </ScreenLink>
            )}
            {moment.students > 0 && mayEnterResults(moment, now) && (
              <ScreenLink
                to="/schoolyear/$schoolyearId/testmoment/$testmomentId/results"
                params={params}
                tone="quiet"
                icon="list"
                aria-label={texts.resultsOf(name)}
              >
                Uitslagen
              </ScreenLink>
            )}
            <EditLink
              to="/schoolyear/$schoolyearId/testmoment/$testmomentId/edit"
              params={params}
              what={`Toetsmoment ${name}`}
            />
          </span>
        )
      },
    },
  ]
}

const MomentCell = ({ moment, isPast }: { moment: ManagedTestmoment; isPast: boolean }) => (
  <span className={styles.moment} data-layout="grid" data-text="small figures">
    <strong translate="no">{weekOrTimesLabel(moment, Date.now())}</strong>
    <span data-text="muted normal breaks"> {moment.location ?? (timesLabel(moment) ? '' : texts.nothingKnown)}</span>
    {isPast && <VisuallyHidden> (geweest)</VisuallyHidden>}
  </span>
)

function SeatsTaken({ testmoment: { students: taken, seats, waiting } }: { testmoment: ManagedTestmoment }) {
  const above = aboveSeats({ seats, taken })
  return (
    <span className={styles.taken} data-layout="grid 0 x1">
      <span>{takenSeatsLabel(taken, seats)}</span>
      {waiting > 0 && <span data-text="muted normal breaks">{waitingLabel(waiting)}</span>}
      {above > 0 && <StatusLine tone="warning">{texts.aboveSeats(above)}</StatusLine>}
    </span>
  )
}

function EnrollmentsSwitch({ testmoment }: { testmoment: ManagedTestmoment }) {
  const api = useApi()
  const moment = briefLabel(testmoment, Date.now())
  return (
    <SavingSwitch
      label={texts.activeFor(moment)}
      checked={testmoment.enrollments_enabled}
      link={testmoment._links.edit}
      save={(link, enrollments_enabled, { theirs, message, confirmed }) =>
        api.follow(editTestmoment, link, {
          query: { confirmed },
          body: { ...editBody(testmoment, { enrollments_enabled }, theirs), message },
        })
      }
      savedText={({ entity, students_messaged }) =>
        entity.enrollments_enabled ? texts.opened(moment) : texts.closed(moment, students_messaged)
      }
      proposeMessage={(enrollments_enabled) => {
        const now = Date.now()
        const after = applyEdit(testmoment, { enrollments_enabled }, now)
        return momentChangedMessage({ before: testmoment, after, now })
      }}
      confirmTitle={texts.closeQuestion(moment)}
      confirmLabel="Inschrijvingen sluiten"
    />
  )
}
