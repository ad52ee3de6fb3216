import { DateTile, type TileState } from './date-tile.tsx'
import styles from './moment-name.module.css'
import { isWeek, type MomentNameProps, Place, type TimeAndPlaceProps, writtenTimes } from './moment-name.tsx'

/** Class of a box led by a moment's tile: the tile is at the start, the content beside it. */
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

/** Same as `TimeAndPlace`, but inline and with the time first. */
export function TimeThenPlace({ moment, weekAt }: TimeAndPlaceProps) {
  const times = writtenTimes(moment, weekAt)
  return (
    <span className={`${styles.line} ${styles.parts}`}>
      {times && (
        <strong translate="no" data-text="display" aria-hidden={isWeek(moment)}>
          {` ${times}`}
        </strong>
      )}
      <Place moment={moment} isAfter={times !== ''} />
    </span>
  )
}
