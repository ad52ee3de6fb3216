import { DateTile, type TileState } from './date-tile.tsx'
import styles from './moment-name.module.css'
import { isWeek, type MomentNameProps, Place, type TimeAndPlaceProps, writtenTimes } from './moment-name.tsx'

/** The class of a box that a moment leads: its leaf stands at the start, and beside it all that the box holds. */
export const LED_BY_TILE: string = `${styles.led}`

/** Heading of such a box: the moment's tile, and its time and place. */
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
        <strong data-text="display" aria-hidden={isWeek(moment)}>
          {' '}
          {times}
        </strong>
      )}
      <Place moment={moment} isAfter={times !== ''} />
    </span>
  )
}
