import type { ReactNode } from 'react'
import { momentLabel, timesLabel, weekOrTimesLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import styles from './moment-name.module.css'

export interface MomentNameProps {
  moment: WhenAndWhere
  /** ms since the epoch */
  now: number
  /** text beside the day */
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

export interface TimeAndPlaceProps {
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

export const writtenTimes = (moment: WhenAndWhere, weekAt: number | undefined): string =>
  weekAt === undefined ? timesLabel(moment) : weekOrTimesLabel(moment, weekAt)

/** Read aloud it is by the leaf beside it. */
export const isWeek = ({ duration }: WhenAndWhere) => duration === 'week' || undefined

/** The dot is drawn beside what it parts it from, and is not where a line begins with the place. */
export const Place = ({ moment, isAfter }: { moment: WhenAndWhere; isAfter: boolean }) =>
  moment.location && (
    <span className={styles.place}>
      {isAfter && <span className={styles.dot}> · </span>}
      {moment.location}
    </span>
  )
