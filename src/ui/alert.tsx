import type { ReactNode } from 'react'
import styles from './alert.module.css'
import { Icon } from './icon.tsx'

interface AlertProps {
  tone?: 'danger' | 'warning' | 'neutral'
  title?: string
  live?: boolean
  children?: ReactNode
}

const icons = { danger: 'alert', warning: 'alert', neutral: 'info' } as const

/** A problem, or something worth knowing, shown where it matters. */
export const Alert = ({ tone = 'danger', title, live = true, children }: AlertProps) => (
  <div className={styles.alert} data-tone={tone} role={live ? 'alert' : undefined}>
    <Icon name={icons[tone]} />
    <div>
      {title && <p data-text="strong">{title}</p>}
      {children}
    </div>
  </div>
)

/** An alert that is there from the start: screen readers announce only new ones. */
export const Note = (alert: Omit<AlertProps, 'live'>) => <Alert {...alert} live={false} />
