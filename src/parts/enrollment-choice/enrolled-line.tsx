import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import styles from './enrolled-line.module.css'

/** Tick at the start of a sentence; the drawn mark replaces it. */
const TICK = '✔ '

/** Line that says that the student is enrolled; its mark draws itself when it appears. */
export function EnrolledLine({ children }: { children: string }) {
  const [first, rest] = children.startsWith(TICK) ? [TICK, children.slice(TICK.length)] : ['', children]
  return (
    <p className={styles.line} data-layout="row 2 start nowrap" data-text="success strong figures breaks">
      <Icon name="enrolled" />
      <span>
        {first && <VisuallyHidden>{first}</VisuallyHidden>}
        <span>{rest}</span>
      </span>
    </p>
  )
}
