import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { besideTileLabel } from '#domain/calendar/date-labels.ts'
import type { ModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import type { AutomaticEnrollment } from '#domain/enrollments/listed-enrollment.schema.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import { DateTile, type TileState } from '#src/parts/date-tile.tsx'
import { Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { stepTexts, overviewTexts as texts } from './onboarding.texts.ts'
import list from './overview.module.css'
import styles from './step.module.css'
import { StepFailure, StepUnloaded } from './step-form.tsx'
import { pathOf } from './steps.ts'
import { type StepView, useStep } from './use-step.ts'

export function OverviewStep() {
  const view = useStep(4)
  return (
    <>
      <p className={styles.explanation} data-text="muted">
        {stepTexts.overview}
      </p>
      {view.isLoaded ? <Overview {...view} /> : <StepUnloaded {...view} />}
    </>
  )
}

function Overview({ known, unsaved, failure, isBusy, isConnected, send }: StepView) {
  const { user, department, modules, preview } = known
  const { made, without_seat, ended } = preview ?? { made: [], without_seat: [], ended: [] }
  return (
    <div data-layout="stack 4" data-above="4">
      <dl className={list.facts} data-layout="grid">
        <Fact name="Naam" changedIn={1}>
          {`${user.first_name} ${user.last_name}`}
        </Fact>
        <Fact name="Studierichting" changedIn={2}>
          {department?.name}
        </Fact>
        <Fact name="Afgeronde modules" changedIn={3}>
          <Completed statuses={modules ?? []} />
        </Fact>
        <Fact name={texts.enrolledFor}>
          {made.length === 0 ? <p>{texts.nothingAutomatic}</p> : <Enrollments enrollments={made} state="open" />}
        </Fact>
      </dl>
      {ended.length > 0 && <Ended enrollments={ended} />}
      {without_seat.length > 0 && <Full enrollments={without_seat} />}
      {unsaved.map(({ step, name }) => (
        <Note key={step}>
          <span>{texts.unsaved(step)}</span> <Link to={pathOf(step)}>{texts.backTo(name)}</Link>
        </Note>
      ))}
      {failure && <StepFailure failure={failure} />}
      <div className={styles.actions} data-layout="row 3">
        <Button
          tone="primary"
          busy={isBusy}
          disabled={!isConnected || unsaved.length > 0}
          onClick={() => send({ type: 'overview.confirmed' })}
        >
          {isBusy ? texts.confirming : 'Bevestigen'}
        </Button>
      </div>
      <div role="status">{!isConnected && <StatusLine icon="unplugged">{texts.whenConnected}</StatusLine>}</div>
    </div>
  )
}

interface FactProps {
  name: string
  /** step to change it in; none for a consequence of the others */
  changedIn?: 1 | 2 | 3
  children: ReactNode
}

const Fact = ({ name, changedIn, children }: FactProps) => (
  <div data-layout="grid 1 x4" data-pad="y3">
    <dt data-text="small muted">{name}</dt>
    <dd data-text="breaks">{children}</dd>
    {changedIn && (
      <dd className={list.change}>
        <Link to={pathOf(changedIn)} data-layout="row target">
          Wijzigen<VisuallyHidden>{` in stap ${changedIn}`}</VisuallyHidden>
        </Link>
      </dd>
    )}
  </div>
)

/** Modules completed on the server; the notice below asks about unsaved ticks. */
function Completed({ statuses }: { statuses: readonly ModuleStatus[] }) {
  const completed = statuses.filter(({ is_completed }) => is_completed)
  if (completed.length === 0) return <p>Geen.</p>
  return (
    <ul data-layout="grid 1">
      {completed.map(({ module }) => (
        <li key={module.id}>{moduleLabel(module)}</li>
      ))}
    </ul>
  )
}

/** Automatic enrollments without a seat: shown before the button, to be known in advance, but not in the way. */
const Full = ({ enrollments }: { enrollments: readonly AutomaticEnrollment[] }) => (
  <Note tone="neutral" title="Vol">
    {stepTexts.full}
    <Enrollments enrollments={enrollments} state="full" />
  </Note>
)

/** Made by a teacher before a department was chosen: confirming another one ends them, so they are shown first. */
const Ended = ({ enrollments }: { enrollments: readonly AutomaticEnrollment[] }) => (
  <Note tone="warning" title={enrollments.length === 1 ? texts.oneEnds : texts.someEnd}>
    {texts.endsExplained}
    <Enrollments enrollments={enrollments} state="open" />
  </Note>
)

interface EnrollmentsProps {
  enrollments: readonly AutomaticEnrollment[]
  /** not yet the student's own, until confirmed */
  state: TileState
}

function Enrollments({ enrollments, state }: EnrollmentsProps) {
  const now = Date.now()
  return (
    <ul data-layout="grid 3" data-above="2">
      {enrollments.map(({ module, testmoment }) => (
        <li data-layout="row 3 nowrap" key={`${testmoment.id}-${module.id}`}>
          <DateTile moment={testmoment} state={state} now={now} />
          <div>
            <strong translate="no">{module.name}</strong>
            {module.description && <p>{module.description}</p>}
            <p data-text="small figures muted" data-layout="if-any">
              {besideTileLabel(testmoment, now)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
