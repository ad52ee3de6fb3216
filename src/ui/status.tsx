import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './status.module.css'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

interface StatusProps {
  tone: Tone
  icon: IconName
  children: ReactNode
}

/** A status on one line: an icon and words, so that colour is never the only sign. */
export const StatusLine = ({ tone, icon, children }: StatusProps) => (
  <p className={styles.line} data-tone={tone}>
    <Icon name={icon} />
    <span>{children}</span>
  </p>
)

/** The same on a tinted background, to be found at a glance among many. */
export const Badge = ({ tone, icon, children }: StatusProps) => (
  <p className={styles.badge} data-tone={tone}>
    <Icon name={icon} />
    <span>{children}</span>
  </p>
)
