import { lazyRouteComponent } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { slotsLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { Seats } from '#src/enrollment/seats.ts'
import { PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { announcedMoments, type ChoosableMoment, choosableMoments } from './modules-overview.ts'
import { MomentRow } from './moment-row.tsx'
import styles from './now.module.css'

/** Few schools limit the seats. */
const SeatsLine = lazyRouteComponent(() => import('#src/parts/enrollment-choice/seats-view.tsx'), 'SeatsLine')

/** As long as what comes in its place, so that no line moves. */
const SeatsShape = () => (
  <StatusLine tone="neutral" icon="person">
    Nog … plaatsen
  </StatusLine>
)

interface OpenMomentsProps {
  statuses: readonly KnownModuleStatus[]
  testmoments: readonly Testmoment[]
  seats: Seats
  now: number
  /** what is said where nothing is left to choose, if not that there is no moment */
  nothing: ReactNode
}

/** So many leave room on a phone for what else comes first; a desktop shows them all. */
const FIRST = 2

/** Where enrollment is open and something is left to choose, or a seat to wait for; below it, where it will be. */
export function OpenMoments({ statuses, testmoments, seats, now, nothing }: OpenMomentsProps) {
  const [showsAll, setShowsAll] = useState(false)
  useOpening(testmoments, now)
  const open = choosableMoments(statuses, testmoments, now, seats)
  const announced = announcedMoments(statuses, testmoments, now)
  const hidden = open.length + announced.length - FIRST
  const isFolded = hidden > 1 && !showsAll
  const isLater = (place: number) => isFolded && place >= FIRST
  return (
    <Card>
      <h2>Nu te kiezen</h2>
      {open.length === 0 &&
        (nothing || <p className={styles.empty}>Er is nu geen toetsmoment waarvoor je je kunt inschrijven.</p>)}
      <ul className={styles.rows} aria-label="Nu te kiezen" data-plain>
        {open.map((moment, place) => (
          <OpenMoment key={moment.testmoment.id} {...moment} isLater={isLater(place)} now={now} />
        ))}
      </ul>
      {announced.length > 0 && (
        <section className={styles.announced} data-later={isLater(open.length)}>
          <h3>Gaat straks open</h3>
          <ul className={styles.rows} aria-label="Gaat straks open">
            {announced.map(({ testmoment, choosable, opening }, place) => (
              <MomentRow
                key={testmoment.id}
                moment={testmoment}
                state="closed"
                modules={choosable}
                isLater={isLater(open.length + place)}
                now={now}
              >
                <PlannedChangeLine change="opening" at={opening} />
              </MomentRow>
            ))}
          </ul>
        </section>
      )}
      {isFolded && (
        <div className={styles.more}>
          <Button tone="quiet" onClick={() => setShowsAll(true)}>
            Nog {hidden} momenten
          </Button>
        </div>
      )}
    </Card>
  )
}

interface OpenMomentProps extends ChoosableMoment {
  isLater: boolean
  now: number
}

/** Of what is unlimited nothing is said. */
function OpenMoment({ testmoment, choosable, slots, free, isFull, closing, isLater, now }: OpenMomentProps) {
  return (
    <MomentRow moment={testmoment} state={isFull ? 'full' : 'open'} modules={choosable} isLater={isLater} now={now}>
      {closing && <PlannedChangeLine change="closing" at={closing} />}
      {testmoment.seats > 0 && (
        <Suspense fallback={<SeatsShape />}>
          <SeatsLine free={free} seated={!isFull && free === 0} />
        </Suspense>
      )}
      {!isFull && slots < choosable.length && (
        <StatusLine tone="neutral" icon="info">
          {slotsLabel(slots)}
        </StatusLine>
      )}
    </MomentRow>
  )
}
