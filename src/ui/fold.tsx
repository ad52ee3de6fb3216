import type { ReactNode } from 'react'
import styles from './fold.module.css'
import { Icon } from './icon.tsx'

interface FoldProps {
  title: string
  /** initially open */
  isOpen: boolean
  children: ReactNode
}

/** Details that few people need, behind one line that names them. */
export const Fold = ({ title, isOpen, children }: FoldProps) => (
  <details className={styles.fold} open={isOpen}>
    <summary>
      <Icon name="chevron" />
      {title}
    </summary>
    {children}
  </details>
)
