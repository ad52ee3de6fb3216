import type { ReactNode } from 'react'
import styles from './fold.module.css'
import { Icon } from './icon.tsx'

interface FoldProps {
  title: string
  isOpen: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** Details that few people need, behind one line that names them. */
export const Fold = ({ title, isOpen, onToggle, children }: FoldProps) => (
  <details className={styles.fold} open={isOpen} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
    <summary>
      <Icon name="chevron" />
      <span>{title}</span>
    </summary>
    {children}
  </details>
)

/** Content that was folded, under its title: nothing in it can be folded any more. */
export const Unfolded = ({ title, children }: Pick<FoldProps, 'title' | 'children'>) => (
  <div className={styles.fold} data-unfolded>
    <p>
      <Icon name="chevron" />
      <span>{title}</span>
    </p>
    {children}
  </div>
)
