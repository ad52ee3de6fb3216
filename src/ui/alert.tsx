import type { ReactNode } from 'react'
import styles from './alert.module.css'
import { Icon } from './icon.tsx'

interface AlertProps {
  tone?: 'danger' | 'warning' | 'neutral'
  title?: string
  /** false for what stood there from the start: only news is read aloud at once */
  live?: boolean
  children?: ReactNode
}

const icons = { danger: 'alert', warning: 'alert', neutral: 'info' } as const

/** Something in the way, or worth knowing, at the place where it matters. */
export const Alert = ({ tone = 'danger', title, live = true, children }: AlertProps) => (
  <div className={styles.alert} data-tone={tone} role={live ? 'alert' : undefined}>
    <Icon name={icons[tone]} />
    <div>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  </div>
)
