import styles from './icon.module.css'
import { type IconName, strokes } from './strokes.ts'

/** Always beside words that say the same, so hidden from assistive technology. */
export const Icon = ({ name }: { name: IconName }) => <Stroke stroke={strokes[name]} />

/** One that only some screens have. */
export function Stroke({ stroke }: { stroke: string }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={stroke} />
    </svg>
  )
}
