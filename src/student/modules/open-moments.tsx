import { Link, lazyRouteComponent } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { closesAt } from '#domain/enrollments/enrollment.rules.ts'
import type { AgreedLists } from '#src/enrollment/agreed-lists.ts'
import { PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import { type Place, usePlaces } from '#src/parts/use-places.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { announcedMoments, type ChoosableMoment, choosableMoments } from './modules-overview.ts'
import { MomentRow } from './moment-row.tsx'
import styles from './now.module.css'

/** Loaded on demand: few schools limit the seats. */
const SeatsLine = lazyRouteComponent(() => import('#src/parts/enrollment-choice/seats-view.tsx'), 'SeatsLine')
const FullLine = lazyRouteComponent(() => import('#src/parts/enrollment-choice/seats-view.tsx'), 'FullLine')

/** Placeholder as long as the text that replaces it, so that no line moves. */
const SeatsShape = () => <StatusLine icon="person">Nog … plaatsen</StatusLine>

interface OpenMomentsProps extends AgreedLists {
  now: number
  /** shown where nothing is left to choose, except if there is no moment at all */
  nothing: ReactNode
  /** changes each time the student did something; only then the rows are sorted again */
  visit: number
}

/** Rows shown at first on a phone, which leaves room for the rest. */
const FIRST = 2
/** Rows beyond which the list links to one with a search. */
const MOST_ROWS = 8

/**
 * Open moments with something to choose, then full ones with a waiting list; below them moments that will open. A moment that
 * opens, closes or fills up while the student looks stays where it is, under their thumb.
 */
export function OpenMoments({ statuses, testmoments, seats, now, nothing, visit }: OpenMomentsProps) {
  const [showsAll, setShowsAll] = useState(false)
  useOpening(testmoments, now)
  const choosable = choosableMoments(statuses, testmoments, now, seats).map(placed)
  // The answer may arrive after the dialog closed: what they are enrolled in by then can no longer be chosen.
  const enrollmentIds = statuses.flatMap(({ enrollments }) =>
    Object.values(enrollments).map(({ enrollment }) => enrollment?.id),
  )
  const places = usePlaces<Placed>(
    [
      ...choosable.toSorted((one, other) => Number(one.isFull) - Number(other.isFull)),
      ...announcedMoments(statuses, testmoments).map(placed),
    ],
    `${visit} ${enrollmentIds.join()}`,
  )
  const open = places.filter(({ first }) => !first.opening)
  const announced = places.filter(({ first }) => first.opening)
  const hasOpened = announced.some(isOpenNow)
  const later = hasOpened ? 'Nu en straks open' : 'Gaat straks open'
  const count = open.length + announced.length
  const isMany = count > MOST_ROWS
  const isFolded = count - FIRST > 1 && !showsAll
  const isLater = (place: number) => isFolded && place >= FIRST
  return (
    <Card>
      <h2>Nu te kiezen</h2>
      {open.length === 0 &&
        (nothing || (
          <p data-text="muted" data-above="2">
            {hasOpened
              ? 'Er is net een toetsmoment opengegaan: je vindt het hieronder.'
              : 'Er is nu geen toetsmoment waarvoor je je kunt inschrijven.'}
          </p>
        ))}
      <ul className={styles.rows} aria-label="Nu te kiezen" data-plain>
        {open.slice(0, MOST_ROWS).map((each, place) => (
          <PlacedMoment key={each.first.id} {...each} isLater={isLater(place)} time={now} />
        ))}
      </ul>
      {announced.length > 0 && open.length < MOST_ROWS && (
        <section className={styles.announced} data-later={isLater(open.length)}>
          <h3>{later}</h3>
          <ul className={styles.rows} aria-label={later}>
            {announced.slice(0, MOST_ROWS - open.length).map((each, place) => (
              <PlacedMoment key={each.first.id} {...each} isLater={isLater(open.length + place)} time={now} />
            ))}
          </ul>
        </section>
      )}
      {isMany ? (
        <Link to="/student/testmoments" className={styles.all}>
          <span>{`Alle ${count} momenten`}</span>
          <Icon name="chevron" />
        </Link>
      ) : (
        isFolded && (
          <div className={styles.more}>
            <Button tone="quiet" onClick={() => setShowsAll(true)}>
              {`Nog ${count - FIRST} momenten`}
            </Button>
          </div>
        )
      )}
    </Card>
  )
}

interface Placed extends ChoosableMoment {
  id: number
  /** ISO instant at which the moment opens by itself */
  opening?: string
}

const placed = (moment: ChoosableMoment & { opening?: string }): Placed => ({ ...moment, id: moment.testmoment.id })

const isOpenNow = ({ now }: Place<Placed>): boolean => now !== undefined && !now.opening

interface PlacedMomentProps extends Place<Placed> {
  isLater: boolean
  time: number
}

/** Row that keeps its first height, whatever happens to the moment. */
function PlacedMoment({ first, now, isLater, time }: PlacedMomentProps) {
  if (now && !now.opening && !first.opening) return <OpenMoment {...now} isLater={isLater} now={time} />
  const { testmoment, choosable, opening } = now ?? first
  const row = { moment: testmoment, modules: choosable, isLater, now: time }
  return (
    <MomentRow {...row} state={now && !opening ? 'open' : 'closed'}>
      {now && opening ? (
        <PlannedChangeLine change="opening" at={opening} />
      ) : now ? (
        <StatusLine tone="accent" icon="calendar">
          Nu open
        </StatusLine>
      ) : (
        <StatusLine icon="lock">Nu niet meer te kiezen</StatusLine>
      )}
    </MomentRow>
  )
}

interface OpenMomentProps extends ChoosableMoment {
  isLater: boolean
  now: number
}

/** An open moment: when it closes by itself, and the seats left where they are limited. */
function OpenMoment({ testmoment, choosable, free, waiting, isFull, isLater, now }: OpenMomentProps) {
  const closing = closesAt(testmoment, now)
  return (
    <MomentRow moment={testmoment} state={isFull ? 'full' : 'open'} modules={choosable} isLater={isLater} now={now}>
      {closing && <PlannedChangeLine change="closing" at={closing} />}
      {testmoment.seats > 0 && (
        <Suspense fallback={<SeatsShape />}>
          <SeatsLine free={free} seated={!isFull && free === 0} />
          {isFull && <FullLine inLine={waiting} />}
        </Suspense>
      )}
    </MomentRow>
  )
}
