import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './status.module.css'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

/** Icon of a tone, unless another says more. */
const icons: Readonly<Record<Tone, IconName>> = {
  neutral: 'info',
  accent: 'clock',
  success: 'check',
  warning: 'alert',
  danger: 'alert',
}

interface StatusProps {
  tone?: Tone
  icon?: IconName
  children: ReactNode
}

/** A status on one line: an icon and words, so that colour is never the only sign. */
export const StatusLine = ({ tone = 'neutral', icon = icons[tone], children }: StatusProps) => (
  <p className={styles.line} data-tone={tone}>
    <Icon name={icon} />
    <span>{children}</span>
  </p>
)

/** Status line on a tinted background, which stands out in a long list. */
export const Badge = ({ tone = 'neutral', icon = icons[tone], children }: StatusProps) => (
  <p className={styles.badge} data-tone={tone}>
    <Icon name={icon} />
    <span>{children}</span>
  </p>
)
