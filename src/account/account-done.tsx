import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '#src/ui/icon.tsx'
import styles from './account-done.module.css'

/** Takes the place of a form that was accepted, and the focus that was in it. */
export function AccountDone({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} role="status" className={styles.done}>
      <Icon name="check" />
      <div>{children}</div>
    </div>
  )
}
