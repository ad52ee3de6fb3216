import type { ReactNode } from 'react'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import styles from './page-state.module.css'

interface PageMessageProps {
  icon: IconName
  title: string
  children: ReactNode
  /** what can be done about it */
  action?: ReactNode
}

/** A whole screen that has one thing to say. */
export const PageMessage = ({ icon, title, children, action }: PageMessageProps) => (
  <section className={styles.message}>
    <Icon name={icon} />
    <h2>{title}</h2>
    <p>{children}</p>
    {action}
  </section>
)
