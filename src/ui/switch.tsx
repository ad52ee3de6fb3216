import { Spinner } from './progress.tsx'
import styles from './switch.module.css'

interface SwitchProps {
  /** name of the setting, for screen readers; the words 'aan' and 'uit' are beside the switch */
  label: string
  checked: boolean
  /** a change is being saved; presses do nothing */
  busy?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/**
 * Shows the saved state, not the requested one: the owner passes the new `checked` after the server's answer. The visible words
 * come from the stylesheet, since `aria-checked` already says them.
 */
export function Switch({ label, checked, busy = false, disabled = false, onChange }: SwitchProps) {
  const inactive = busy || disabled
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      data-layout="inline 2 target"
      aria-checked={checked}
      aria-label={label}
      aria-disabled={inactive || undefined}
      aria-busy={busy || undefined}
      onClick={() => !inactive && onChange(!checked)}
    >
      <span className={styles.track} data-layout="inline">
        <span className={styles.thumb} />
      </span>
      <span className={styles.state} />
      {busy && <Spinner />}
    </button>
  )
}
