import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** A card at the bottom of the page that waits for an answer, while the user can go on working. */
export const Notice = ({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) => (
  <div className={styles.notice}>
    <h2 data-text="base">{title}</h2>
    {children}
    <div data-layout="row 3 stretch" data-above="1">
      {actions}
    </div>
  </div>
)
