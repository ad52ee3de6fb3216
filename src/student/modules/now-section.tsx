import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { slotsLabel, unansweredLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import { isOpen, opensAt } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { Seats } from '#src/enrollment/seats.ts'
import { PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import { TimeAndPlace } from '#src/parts/moment-name.tsx'
import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { ModuleLinks } from './module-links.tsx'
import { type ChoosableMoment, choosableMoments, comingTests } from './modules-overview.ts'
import styles from './now-section.module.css'

interface NowSectionProps {
  statuses: readonly KnownModuleStatus[]
  testmoments: readonly Testmoment[]
  seats: Seats
  now: number
}

/** Few schools limit the seats, and few students wait. */
const SeatsLine = lazyRouteComponent(() => import('#src/parts/enrollment-choice/seats-view.tsx'), 'SeatsLine')
const WaitingRows = lazyRouteComponent(() => import('./waiting-rows.tsx'), 'WaitingRows')

/** What a student came for: where they stand, and what can be done now. */
export const NowSection = (props: NowSectionProps) => (
  <div className={styles.now}>
    <OwnEnrollments {...props} />
    <OpenMoments {...props} />
  </div>
)

function OwnEnrollments({ statuses, testmoments, seats, now }: NowSectionProps) {
  const coming = comingTests(statuses, now)
  const isSure = statuses.every(({ unanswered }) => !unanswered)
  return (
    <Card>
      <h2>Jouw inschrijvingen</h2>
      {coming.length === 0 && isSure && <p className={styles.empty}>Je bent nu nergens voor ingeschreven.</p>}
      <ul className={styles.rows}>
        {statuses.map(
          ({ module, unanswered }) =>
            unanswered && (
              <li key={`?${module.id}`} className={styles.row}>
                <strong>{momentLabel(unanswered.testmoment, now)}</strong>
                <StatusLine tone="warning" icon="clock">
                  {unansweredLabel}
                </StatusLine>
                <TimeAndPlace moment={unanswered.testmoment} />
                <ModuleLinks modules={[module]} label="Modules" />
              </li>
            ),
        )}
        {coming.map(({ testmoment, modules }) => (
          <li key={testmoment.id} className={styles.row}>
            <strong>{momentLabel(testmoment, now)}</strong>
            {isOpen(testmoment, now) ? (
              <StatusLine tone="success" icon="check">
                Nog te wijzigen
              </StatusLine>
            ) : (
              <StatusLine tone="neutral" icon="lock">
                Nu niet te wijzigen
              </StatusLine>
            )}
            <TimeAndPlace moment={testmoment} />
            <ModuleLinks modules={modules} label="Modules" />
          </li>
        ))}
      </ul>
      <Suspense>
        {seats && seats.waiting.length > 0 && (
          <WaitingRows statuses={statuses} testmoments={testmoments} waiting={seats.waiting} now={now} />
        )}
      </Suspense>
    </Card>
  )
}

/** Of most days there is nothing announced. */
const AnnouncedOpenings = lazyRouteComponent(() => import('./announced-openings.tsx'), 'AnnouncedOpenings')

/** Where enrollment is open and something is left to choose, or a seat to wait for; below it, where it will be. */
function OpenMoments({ statuses, testmoments, seats, now }: NowSectionProps) {
  const open = choosableMoments(statuses, testmoments, now, seats)
  return (
    <Card>
      <h2>Nu open</h2>
      {open.length === 0 && <p className={styles.empty}>Er is nu geen toetsmoment waarvoor je je kunt inschrijven.</p>}
      <ul className={styles.rows}>
        {open.map((moment) => (
          <OpenMoment key={moment.testmoment.id} {...moment} now={now} />
        ))}
      </ul>
      <Suspense>
        {testmoments.some(opensAt) && <AnnouncedOpenings statuses={statuses} testmoments={testmoments} now={now} />}
      </Suspense>
    </Card>
  )
}

/** Without a limit on modules the seats alone are what there is room for, as they are where none is left. */
function OpenMoment({ testmoment, choosable, slots, free, isFull, closing, now }: ChoosableMoment & { now: number }) {
  const isLimited = testmoment.seats > 0
  const hasSlots = !isFull && !(isLimited && slots === Number.POSITIVE_INFINITY)
  const seats = isLimited && (
    <Suspense fallback={<Skeleton width="8ch" />}>
      <SeatsLine free={free} seated={!isFull && free === 0} />
    </Suspense>
  )
  return (
    <li className={styles.row}>
      <strong>{momentLabel(testmoment, now)}</strong>
      {hasSlots ? (
        <StatusLine tone="accent" icon="calendar">
          {slotsLabel(slots)}
        </StatusLine>
      ) : (
        seats
      )}
      <TimeAndPlace moment={testmoment} />
      {hasSlots && seats && <div className={styles.planned}>{seats}</div>}
      {closing && (
        <div className={styles.planned}>
          <PlannedChangeLine change="closing" at={closing} />
        </div>
      )}
      <ModuleLinks modules={choosable} label="Te kiezen modules" />
    </li>
  )
}
