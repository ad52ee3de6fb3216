import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  title: string
  children: ReactNode
  actions: ReactNode
}

/** A card at the bottom of the page that waits for an answer, while the user can go on working. */
export const Notice = ({ title, children, actions }: NoticeProps) => (
  <div className={styles.notice}>
    <h2 className={styles.title}>{title}</h2>
    {children}
    <div className={styles.actions}>{actions}</div>
  </div>
)
