import { Link, lazyRouteComponent } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { slotsLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { Seats } from '#src/enrollment/agreed-lists.ts'
import { PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
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

/** So many leave room on a phone for what else comes first. */
const FIRST = 2
/** More than these are looked through where they can be searched. */
const MOST = 8

/**
 * Where enrollment is open and something is left to choose; then where there is a seat to wait for; below it, where it will
 * be open. A moment that fills up while the student looks stays where it is, under their thumb.
 */
export function OpenMoments({ statuses, testmoments, seats, now, nothing }: OpenMomentsProps) {
  const [showsAll, setShowsAll] = useState(false)
  useOpening(testmoments, now)
  const choosable = choosableMoments(statuses, testmoments, now, seats)
  const [fullAtFirst] = useState(() => new Set(choosable.filter(isFull).map(idOf)))
  const open = choosable.toSorted(
    (one, other) => Number(fullAtFirst.has(idOf(one))) - Number(fullAtFirst.has(idOf(other))),
  )
  const announced = announcedMoments(statuses, testmoments, now)
  const count = open.length + announced.length
  const isMany = count > MOST
  const isFolded = count - FIRST > 1 && !showsAll
  const isLater = (place: number) => isFolded && place >= FIRST
  return (
    <Card>
      <h2>Nu te kiezen</h2>
      {open.length === 0 &&
        (nothing || <p className={styles.empty}>Er is nu geen toetsmoment waarvoor je je kunt inschrijven.</p>)}
      <ul className={styles.rows} aria-label="Nu te kiezen" data-plain>
        {open.slice(0, MOST).map((moment, place) => (
          <OpenMoment key={idOf(moment)} {...moment} isLater={isLater(place)} now={now} />
        ))}
      </ul>
      {announced.length > 0 && open.length < MOST && (
        <section className={styles.announced} data-later={isLater(open.length)}>
          <h3>Gaat straks open</h3>
          <ul className={styles.rows} aria-label="Gaat straks open">
            {announced.slice(0, MOST - open.length).map(({ testmoment, choosable, opening }, place) => (
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
      {isMany ? (
        <Link to="/student/testmoments" className={styles.all}>
          Alle {count} momenten
          <Icon name="chevron" />
        </Link>
      ) : (
        isFolded && (
          <div className={styles.more}>
            <Button tone="quiet" onClick={() => setShowsAll(true)}>
              Nog {count - FIRST} momenten
            </Button>
          </div>
        )
      )}
    </Card>
  )
}

const idOf = ({ testmoment }: ChoosableMoment): number => testmoment.id
const isFull = (moment: ChoosableMoment): boolean => moment.isFull

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
      {isFull ? (
        <p>je kunt op de wachtlijst</p>
      ) : (
        slots < choosable.length && (
          <StatusLine tone="neutral" icon="info">
            {slotsLabel(slots)}
          </StatusLine>
        )
      )}
    </MomentRow>
  )
}
