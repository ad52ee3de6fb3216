import type { ReactNode } from 'react'
import { momentLabel, timeAndPlaceLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/testmoments/testmoment.schema.ts'
import styles from './moment-name.module.css'

interface MomentNameProps {
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
  const known = timeAndPlaceLabel(moment)
  return known && <span className={styles.known}> {known}</span>
}
