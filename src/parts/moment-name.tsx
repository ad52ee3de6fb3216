import type { ReactNode } from 'react'
import { momentLabel, timesLabel, weekOrTimesLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/testmoments/testmoment.schema.ts'
import styles from './moment-name.module.css'

export interface MomentNameProps {
  moment: WhenAndWhere
  /** ms since the epoch */
  now: number
  /** what is said beside the day */
  children?: ReactNode
}

/** A moment by its day, and below that at what time and where, as far as that is known. */
export function MomentName({ moment, now, children }: MomentNameProps) {
  return (
    <>
      {momentLabel(moment, now)}
      {children}
      <TimeAndPlace moment={moment} />
    </>
  )
}

interface TimeAndPlaceProps {
  moment: WhenAndWhere
  /** ms since the epoch: of a week, which has no times, is written which it is. Left out where that stands above. */
  weekAt?: number
}

/** At what time and where, on a line of its own; nothing where that is not known. */
export function TimeAndPlace({ moment, weekAt }: TimeAndPlaceProps) {
  const times = writtenTimes(moment, weekAt)
  return (
    (times || moment.location) && (
      <span className={`${styles.known} ${styles.parts}`}>
        {times && <span aria-hidden={isWeek(moment)}> {times}</span>}
        <Place moment={moment} isAfter={times !== ''} />
      </span>
    )
  )
}

const writtenTimes = (moment: WhenAndWhere, weekAt: number | undefined): string =>
  weekAt === undefined ? timesLabel(moment) : weekOrTimesLabel(moment, weekAt)

/** Read aloud it is by the leaf beside it. */
const isWeek = ({ duration }: WhenAndWhere) => duration === 'week' || undefined

/** The dot is drawn beside what it parts it from, and is not where a line begins with the place. */
export const Place = ({ moment, isAfter }: { moment: WhenAndWhere; isAfter: boolean }) =>
  moment.location && (
    <span className={styles.place}>
      {isAfter && <span className={styles.dot}> · </span>}
      {moment.location}
    </span>
  )

/** The class of a box that a moment leads: its leaf stands at the start, and beside it all that the box holds. */
export const LED_BY_TILE: string = `${styles.led}`

/** What leads such a box, for a heading: the moment's leaf, and at what time and where. */
export const TiledName = ({ moment, state, now }: Omit<MomentNameProps, 'children'> & { state: TileState }) => (
  <>
    <span className={styles.leaf}>
      <DateTile moment={moment} state={state} now={now} />
    </span>
    <TimeThenPlace moment={moment} weekAt={now} />
  </>
)

/** The same as `TimeAndPlace`, in the line that it stands in, with the time before all. */
export function TimeThenPlace({ moment, weekAt }: TimeAndPlaceProps) {
  const times = writtenTimes(moment, weekAt)
  return (
    <span className={`${styles.line} ${styles.parts}`}>
      {times && (
        <strong className={styles.times} aria-hidden={isWeek(moment)}>
          {' '}
          {times}
        </strong>
      )}
      <Place moment={moment} isAfter={times !== ''} />
    </span>
  )
}
