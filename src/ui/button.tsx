import type { ComponentPropsWithRef, MouseEvent } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'
import { Spinner } from './progress.tsx'

/** `create` is a primary button that makes something new */
export type ButtonTone = 'primary' | 'create' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  tone?: ButtonTone
  icon?: IconName
  /** the work that this button started is running */
  busy?: boolean
}

/**
 * Uses `aria-disabled` for a busy or disabled button and swallows its clicks: the attribute `disabled` would take the focus
 * from a user who just pressed it.
 */
export function Button({ tone = 'secondary', icon, busy, disabled, onClick, children, ...rest }: ButtonProps) {
  const inactive = Boolean(busy || disabled)
  const press = (event: MouseEvent<HTMLButtonElement>) => (inactive ? event.preventDefault() : onClick?.(event))
  return (
    <button
      type="button"
      {...rest}
      className={styles.button}
      data-tone={tone}
      aria-disabled={inactive || undefined}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      <span className={styles.label}>{children}</span>
    </button>
  )
}
