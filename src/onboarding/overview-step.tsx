import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { AutomaticEnrollment } from '#domain/enrollments/listed-enrollment.schema.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { failureText } from './onboarding.texts.ts'
import list from './overview.module.css'
import styles from './step.module.css'
import { StepUnloaded } from './step-form.tsx'
import { pathOf } from './steps.ts'
import { type StepView, useStep } from './use-step.ts'

export function OverviewStep() {
  const view = useStep(4)
  return (
    <Card>
      <p className={styles.explanation}>
        Klopt dit? Bevestig het dan. Daarna kun je je ook zelf voor toetsen in- en uitschrijven.
      </p>
      {view.isLoaded ? <Overview {...view} /> : <StepUnloaded {...view} />}
    </Card>
  )
}

/** What was said in the steps before, and what comes of confirming it. */
function Overview({ known, unsaved, failure, isBusy, isConnected, send }: StepView) {
  const { user, department, preview } = known
  const { made, without_seat } = preview ?? { made: [], without_seat: [] }
  return (
    <div className={styles.form}>
      <dl className={list.facts}>
        <Fact name="Naam" changedIn={1}>
          {user.first_name} {user.last_name}
        </Fact>
        <Fact name="Studierichting" changedIn={2}>
          {department?.name}
        </Fact>
        <Fact name="Je wordt ingeschreven voor" changedIn={3}>
          {made.length === 0 ? (
            <p>Er is nu geen toets waarvoor je automatisch wordt ingeschreven.</p>
          ) : (
            <NamedEnrollments enrollments={made} />
          )}
        </Fact>
      </dl>
      {without_seat.length > 0 && <Full enrollments={without_seat} />}
      {unsaved.map(({ step, name }) => (
        <Alert key={step} live={false}>
          Wat je in stap {step} hebt gewijzigd, is nog niet opgeslagen. <Link to={pathOf(step)}>Terug naar {name}</Link>
        </Alert>
      ))}
      {failure && <Alert live={false}>{failureText(failure)}</Alert>}
      <div className={styles.actions}>
        <Button
          tone="primary"
          busy={isBusy}
          disabled={!isConnected || unsaved.length > 0}
          onClick={() => send({ type: 'overview.confirmed' })}
        >
          {isBusy ? 'Bezig met bevestigen…' : 'Bevestigen'}
        </Button>
        <div role="status">
          {!isConnected && (
            <StatusLine tone="neutral" icon="unplugged">
              Bevestigen kan weer zodra er verbinding is.
            </StatusLine>
          )}
        </div>
      </div>
    </div>
  )
}

function Fact({ name, changedIn, children }: { name: string; changedIn: 1 | 2 | 3; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd className={list.change}>
        <Link to={pathOf(changedIn)}>
          Wijzigen<VisuallyHidden> in stap {changedIn}</VisuallyHidden>
        </Link>
      </dd>
    </div>
  )
}

/** Between what is said of it and the button: it stands in nobody's way, and is to be known before. */
const Full = ({ enrollments }: { enrollments: readonly AutomaticEnrollment[] }) => (
  <Alert tone="neutral" live={false} title="Vol">
    Hiervoor zou je ook zijn ingeschreven, maar er is geen plaats meer. Na het bevestigen kun je zelf een ander
    toetsmoment kiezen of op de wachtlijst gaan staan.
    <NamedEnrollments enrollments={enrollments} />
  </Alert>
)

function NamedEnrollments({ enrollments }: { enrollments: readonly AutomaticEnrollment[] }) {
  return (
    <ul className={list.enrollments}>
      {enrollments.map(({ module, testmoment }) => (
        <li key={`${testmoment.id}-${module.id}`}>
          <strong>{module.name}</strong>
          {module.description && ` - ${module.description}`}
          <span className={list.moment}>{whenAndWhereLabel(testmoment, Date.now())}</span>
        </li>
      ))}
    </ul>
  )
}
