import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** For what sighted people see from the place it stands in. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={styles.hidden}>{children}</span>
)
