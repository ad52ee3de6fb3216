import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './enrolled-line.module.css'

/** A tick that begins a sentence; the mark is drawn in its place. */
const TICK = '✔ '

/** That the student is enrolled, said with the mark, which draws itself as it appears. */
export function EnrolledLine({ children }: { children: string }) {
  const [first, rest] = children.startsWith(TICK) ? [TICK, children.slice(TICK.length)] : ['', children]
  return (
    <p className={styles.line} data-layout="row 2 start nowrap" data-text="success strong figures breaks">
      <Icon name="enrolled" />
      <span>
        {first && <VisuallyHidden>{first}</VisuallyHidden>}
        {rest}
      </span>
    </p>
  )
}
