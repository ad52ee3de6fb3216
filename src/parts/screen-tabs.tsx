import type { ReactNode } from 'react'
import styles from './screen-tabs.module.css'

interface ScreenTabsProps {
  /** name of the tabs, for screen readers */
  label: string
  /** links, one a tab */
  children: ReactNode
}

/** Tabs for the parts of a large screen, each with its own address. */
export const ScreenTabs = ({ label, children }: ScreenTabsProps) => (
  <nav className={styles.tabs} data-layout="row 2 stretch" aria-label={label}>
    {children}
  </nav>
)
