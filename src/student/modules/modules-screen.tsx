import { Link, lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { futureEnrollment } from '#domain/enrollments/choice.rules.ts'
import { emptyListTexts, enrollmentBadge, unansweredCardTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { type Seats, useSeats } from '#src/enrollment/seats.ts'
import { useCloseDialog, useReadyDialog } from '#src/parts/addressed-dialog.ts'
import { useMomentClock } from '#src/parts/clock/clock.tsx'
import type { EnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './modules-screen.module.css'
import rows from './now-section.module.css'
import { NowSection } from './now-section.tsx'

/** Not part of the first screen's code. When a release has replaced the file meanwhile, the page is loaded anew. */
const EnrollmentDialog = lazyRouteComponent(() => import('./enrollment-dialog.tsx'), 'EnrollmentDialog')

const seatsView = () => import('#src/parts/enrollment-choice/seats-view.tsx')
const WaitingOutcomes = lazyRouteComponent(seatsView, 'WaitingOutcomes')
const WaitingBadges = lazyRouteComponent(seatsView, 'WaitingBadges')

interface ModulesScreenProps {
  api: Api
  user: User
  overview: EnrollmentOverview
  openModuleId: number | undefined
}

export function ModulesScreen({ api, user, overview, openModuleId }: ModulesScreenProps) {
  const { statuses, testmoments, hasActiveSchoolyear } = overview
  const seats = useSeats(overview.seats)
  const close = useCloseDialog()
  useReadyDialog(EnrollmentDialog)
  const now = useMomentClock(testmoments)
  const ahead = statuses.filter(({ is_completed }) => !is_completed)
  const opened = ahead.find(({ module }) => module.id === openModuleId)

  if (statuses.length === 0) {
    return (
      <PageMessage icon="list" title="Er zijn nog geen modules voor jou">
        {emptyListTexts.noModulesInDepartment}
      </PageMessage>
    )
  }
  return (
    <>
      <Suspense>{overview.seats && <WaitingOutcomes api={api} seats={overview.seats} now={now} />}</Suspense>
      {hasActiveSchoolyear ? (
        <NowSection statuses={ahead} testmoments={testmoments} seats={seats} now={now} />
      ) : (
        <Alert tone="neutral" live={false}>
          {emptyListTexts.noActiveSchoolyear}
        </Alert>
      )}
      <ModuleCards statuses={ahead} testmoments={testmoments} seats={seats} now={now} />
      <CompletedNote count={statuses.length - ahead.length} all={ahead.length === 0} />
      <Suspense>
        {opened && (
          <EnrollmentDialog
            api={api}
            user={user}
            status={opened}
            statuses={statuses}
            testmoments={testmoments}
            seats={overview.seats}
            now={now}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

interface ModuleCardsProps {
  statuses: readonly KnownModuleStatus[]
  testmoments: readonly Testmoment[]
  seats: Seats
  now: number
}

function ModuleCards({ statuses, testmoments, seats, now }: ModuleCardsProps) {
  if (statuses.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>Jouw modules</h2>
      <ul className={styles.grid}>
        {statuses.map((status) => (
          <li key={status.module.id}>
            <ModuleCard status={status} testmoments={testmoments} seats={seats} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ModuleCardProps extends Omit<ModuleCardsProps, 'statuses'> {
  status: KnownModuleStatus
}

/** The whole card opens the module's dialog, by one link that covers it. */
function ModuleCard({ status, testmoments, seats, now }: ModuleCardProps) {
  const { module, unanswered } = status
  const enrolled = futureEnrollment(status, now)
  const waiting = seats?.waiting ?? []
  const isWaiting = waiting.some(({ module_id }) => module_id === module.id)
  return (
    <article className={styles.card}>
      <h3>{module.name}</h3>
      <p className={styles.description}>{module.description}</p>
      {unanswered ? (
        <Badge tone="warning" icon="clock">
          {unansweredCardTexts[unanswered.wish](whenAndWhereLabel(unanswered.testmoment, now))}
        </Badge>
      ) : (
        (enrolled || !isWaiting) && (
          <Badge tone={enrolled ? 'success' : 'neutral'} icon={enrolled ? 'check' : 'minus'}>
            {enrollmentBadge(enrolled && whenAndWhereLabel(enrolled.testmoment, now))}
          </Badge>
        )
      )}
      {isWaiting && (
        <Suspense>
          <WaitingBadges
            waiting={waiting}
            moduleId={module.id}
            testmoments={testmoments}
            isToMove={enrolled !== null}
            now={now}
          />
        </Suspense>
      )}
      <Link
        to="/student/modules"
        search={{ module: module.id }}
        state={{ openedDialog: true }}
        resetScroll={false}
        className={styles.open}
      >
        Toetsmomenten
        <VisuallyHidden> van module {module.name}</VisuallyHidden>
        <Icon name="chevron" />
      </Link>
    </article>
  )
}

/** Completed modules are no longer offered; that they were is not kept from the student. */
function CompletedNote({ count, all }: { count: number; all: boolean }) {
  if (count === 0) return null
  return (
    <StatusLine tone="neutral" icon="check">
      {all ? 'Je hebt al je modules afgerond. ' : `Je hebt ${count} ${count === 1 ? 'module' : 'modules'} afgerond. `}
      Afgeronde modules staan niet in dit overzicht.
    </StatusLine>
  )
}

const ROWS = ['a', 'b']
const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']

/** The shape of the screen that is on its way. */
export const ModulesSkeleton = () => (
  <>
    <VisuallyHidden>Je modules worden geladen…</VisuallyHidden>
    <div className={rows.now}>
      {['Jouw inschrijvingen', 'Nu open'].map((title) => (
        <Card key={title}>
          <h2>{title}</h2>
          <ul className={rows.rows}>
            {ROWS.map((row) => (
              <li key={row} className={rows.row}>
                <Skeleton width="8ch" />
                <Skeleton width="10ch" />
                <div className={rows.modules}>
                  <Skeleton width="5ch" lines={1.5} />
                </div>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
    <section className={styles.section}>
      <h2>Jouw modules</h2>
      <div className={styles.grid}>
        {CARDS.map((card) => (
          <Card key={card}>
            <div className={styles.cardShape}>
              <Skeleton width="5ch" />
              <Skeleton lines={2} />
              <Skeleton width="60%" />
            </div>
          </Card>
        ))}
      </div>
    </section>
  </>
)
