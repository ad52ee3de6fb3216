import { heardLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import {
  freeSeatsLabel,
  frozenLineText,
  inLineLabel,
  placeChangesText,
  placeLabel,
  waitingToMoveText,
} from '#domain/enrollments/waiting.texts.ts'
import { isOpen } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { useHeardAt } from '#src/offline/connection-view.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import type { EnrollmentChoice, Room } from './enrollment-choices.ts'
import styles from './seats-view.module.css'

/** What follows a number that others change: from when it is, where news of it may be missed. */
function useAge(): string {
  const heardAt = useHeardAt()
  return heardAt === null ? '' : ` · bijgewerkt ${heardLabel(heardAt, Date.now())}`
}

/** How many seats newcomers find: 'Nog 12 plaatsen', 'Vol · bijgewerkt om 09:41'. */
export function SeatsLabel({ free, seated }: Pick<Room, 'free' | 'seated'>) {
  const age = useAge()
  if (free === undefined) return 'Aantal plaatsen nog niet bekend'
  return `${freeSeatsLabel(free)}${free === 0 && seated ? ', en jij hebt er een' : ''}${age}`
}

export const SeatsLine = (room: Pick<Room, 'free' | 'seated'>) => (
  <StatusLine tone={room.free === 0 ? 'neutral' : 'accent'} icon="person">
    <SeatsLabel {...room} />
  </StatusLine>
)

/** 'Je bent de 4e', or that the line stands still. */
export function PlaceLine({ place, moment, now }: { place: number; moment: Testmoment; now: number }) {
  const age = useAge()
  return isOpen(moment, now) ? (
    `${placeLabel(place)}${age}`
  ) : (
    <>
      {placeLabel(place)}. {frozenLineText}
    </>
  )
}

interface WaitingBadgeProps {
  entry: WaitingEntry
  /** what it is read beside: a module's card names the moment, a moment's card the module */
  of: string
  /** the student takes the module elsewhere meanwhile */
  isToMove: boolean
}

/** On a card: 'Op de wachtlijst voor di 24 nov · Je bent de 4e'. */
export function WaitingBadge({ entry, of, isToMove }: WaitingBadgeProps) {
  const age = useAge()
  return (
    <Badge tone="accent" icon="clock">
      {isToMove ? `Wacht op verplaatsing naar ${of}` : `Op de wachtlijst voor ${of}`} · {placeLabel(entry.place)}
      {age}
    </Badge>
  )
}

interface WaitingStatusProps {
  entry: WaitingEntry
  choice: EnrollmentChoice & { enrollment: null }
  now: number
}

/** In a dialog: one's place, that it changes, and where one stays until there is a seat. */
export function WaitingStatus({ entry, choice, now }: WaitingStatusProps) {
  const age = useAge()
  const from = entry.moves ? choice.held?.testmoment : null
  return (
    <section className={styles.waiting} aria-live="polite">
      <Badge tone="accent" icon="clock">
        {inLineLabel(entry.place)}
        {age}
      </Badge>
      <p className={styles.note}>{isOpen(choice.testmoment, now) ? placeChangesText : frozenLineText}</p>
      {from && <p className={styles.note}>{waitingToMoveText(whenAndWhereLabel(from, now))}</p>}
    </section>
  )
}
