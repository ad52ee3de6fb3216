import type { ReactNode } from 'react'
import styles from './screen-tabs.module.css'

interface ScreenTabsProps {
  /** contents of the tabs, read aloud */
  label: string
  /** a link each */
  children: ReactNode
}

/** The parts of a screen that is too much for one, each with an address of its own. */
export const ScreenTabs = ({ label, children }: ScreenTabsProps) => (
  <nav className={styles.tabs} data-layout="row 2 stretch" aria-label={label}>
    {children}
  </nav>
)
