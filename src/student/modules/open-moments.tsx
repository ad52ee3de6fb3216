import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { slotsLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import { opensAt } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import { Card } from '#src/ui/card.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { choosableMoments } from './choosable-moments.ts'
import { ModuleLinks } from './module-links.tsx'
import styles from './now-section.module.css'

/** Of most days there is nothing announced. */
const AnnouncedOpenings = lazyRouteComponent(() => import('./announced-openings.tsx'), 'AnnouncedOpenings')

interface OpenMomentsProps {
  statuses: readonly ModuleStatus[]
  testmoments: readonly Testmoment[]
  now: number
}

/** Where enrollment is open and something is left to choose; below it, where it will be. */
export function OpenMoments({ statuses, testmoments, now }: OpenMomentsProps) {
  const open = choosableMoments(statuses, testmoments, now)
  return (
    <Card>
      <h2>Nu open</h2>
      {open.length === 0 && <p className={styles.empty}>Er is nu geen toetsmoment waarvoor je je kunt inschrijven.</p>}
      <ul className={styles.rows}>
        {open.map(({ testmoment, choosable, slots, closing }) => (
          <li key={testmoment.id} className={styles.row}>
            <strong>{momentLabel(testmoment, now)}</strong>
            <StatusLine tone="accent" icon="calendar">
              {slotsLabel(slots)}
            </StatusLine>
            {closing && (
              <div className={styles.planned}>
                <PlannedChangeLine change="closing" at={closing} />
              </div>
            )}
            <ModuleLinks modules={choosable} label="Te kiezen modules" />
          </li>
        ))}
      </ul>
      <Suspense>
        {testmoments.some(opensAt) && <AnnouncedOpenings statuses={statuses} testmoments={testmoments} now={now} />}
      </Suspense>
    </Card>
  )
}
