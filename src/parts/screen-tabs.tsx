import type { ReactNode } from 'react'
import styles from './screen-tabs.module.css'

interface ScreenTabsProps {
  label: string
  children: ReactNode
}

export const ScreenTabs = ({ label, children }: ScreenTabsProps) => (
  <nav className={styles.tabs} data-layout="row 2 stretch" aria-label={label}>
    {children}
  </nav>
)
