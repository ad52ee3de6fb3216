import type { ReactNode } from 'react'
import { momentLabel, timesLabel } from '#domain/calendar/date-labels.ts'
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

/** At what time and where, on a line of its own; nothing where that is not known. */
export function TimeAndPlace({ moment }: { moment: WhenAndWhere }) {
  const times = timesLabel(moment)
  return (
    (times || moment.location) && (
      <span className={`${styles.known} ${styles.parts}`}>
        {times && <span> {times}</span>}
        <Place moment={moment} isAfter={times !== ''} />
      </span>
    )
  )
}

/** The dot is drawn beside what it parts it from, and is not where a line begins with the place. */
export const Place = ({ moment, isAfter }: { moment: WhenAndWhere; isAfter: boolean }) =>
  moment.location && (
    <span className={styles.place}>
      {isAfter && <span className={styles.dot}> · </span>}
      {moment.location}
    </span>
  )
