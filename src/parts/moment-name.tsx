import type { ReactNode } from 'react'
import { momentLabel, timesLabel, weekOrTimesLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import styles from './moment-name.module.css'

export interface MomentNameProps {
  moment: WhenAndWhere
  now: number
  children?: ReactNode
}

/** A moment's day, and below it the time and place, as far as known. */
export function MomentName({ moment, now, children }: MomentNameProps) {
  return (
    <>
      <span translate="no">{momentLabel(moment, now)}</span>
      {children}
      <TimeAndPlace moment={moment} />
    </>
  )
}

export interface TimeAndPlaceProps {
  moment: WhenAndWhere
  /** current time (ms since the epoch), to show which week a moment of a week is. Omit it where the week is shown. */
  weekAt?: number
}

/** Line with the time and place of a moment; empty if neither is known. */
export function TimeAndPlace({ moment, weekAt }: TimeAndPlaceProps) {
  const times = writtenTimes(moment, weekAt)
  return (
    (times || moment.location) && (
      <span className={`${styles.known} ${styles.parts}`}>
        {times && (
          <span translate="no" aria-hidden={isWeek(moment)}>
            {` ${times}`}
          </span>
        )}
        <Place moment={moment} isAfter={times !== ''} />
      </span>
    )
  )
}

export const writtenTimes = (moment: WhenAndWhere, weekAt: number | undefined): string =>
  weekAt === undefined ? timesLabel(moment) : weekOrTimesLabel(moment, weekAt)

/** Returns whether the moment is a week: the tile beside it already reads that aloud. */
export const isWeek = ({ duration }: WhenAndWhere) => duration === 'week' || undefined

/** The dot separates the place from the time before it, and is absent where a line begins with the place. */
export const Place = ({ moment, isAfter }: { moment: WhenAndWhere; isAfter: boolean }) =>
  moment.location && (
    <span className={styles.place}>
      {isAfter && <span className={styles.dot}> · </span>}
      <span translate="no">{moment.location}</span>
    </span>
  )
