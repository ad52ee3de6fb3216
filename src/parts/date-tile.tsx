import { momentLabel, tileLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import styles from './date-tile.module.css'

/** own: enrolled; open: can be chosen; closed: cannot be chosen now; full: only the waiting list is open; past: over. */
export type TileState = 'own' | 'open' | 'closed' | 'full' | 'past'

interface DateTileProps {
  moment: Pick<WhenAndWhere, 'date' | 'duration'>
  state: TileState
  now: number
  /** has the height of a row in a dense table */
  small?: boolean
}

/** Calendar leaf in front of a moment, in every list. Screen readers read 'di 8 dec'. */
export function DateTile({ moment, state, now, small }: DateTileProps) {
  const { above, figure, month, year } = tileLabel(moment, now)
  return (
    <span translate="no" className={styles.tile} data-state={state} data-small={small}>
      <VisuallyHidden>{momentLabel(moment, now)}</VisuallyHidden>
      <span aria-hidden="true" className={styles.above}>
        {above}
      </span>
      <span aria-hidden="true" className={styles.figure} data-long={figure.length > 2}>
        {figure}
      </span>
      <span aria-hidden="true" className={styles.month}>
        {`${month}${year ? ` ’${year.slice(2)}` : ''}`}
      </span>
    </span>
  )
}
