import { Spinner } from './progress.tsx'
import styles from './switch.module.css'

interface SwitchProps {
  /** setting that it switches, read aloud; the words 'aan' and 'uit' are beside it */
  label: string
  checked: boolean
  /** a change is under way; presses do nothing */
  busy?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/**
 * Shows what holds, not what was asked: the owner gives the new `checked` once the server said so. The words come from
 * the style sheet, since `aria-checked` says them already.
 */
export function Switch({ label, checked, busy = false, disabled = false, onChange }: SwitchProps) {
  const inactive = busy || disabled
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={checked}
      aria-label={label}
      aria-disabled={inactive || undefined}
      aria-busy={busy || undefined}
      onClick={() => !inactive && onChange(!checked)}
    >
      <span className={styles.track}>
        <span className={styles.thumb} />
      </span>
      <span className={styles.state} />
      {busy && <Spinner />}
    </button>
  )
}
