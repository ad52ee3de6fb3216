import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from '#src/ui/illustration.tsx'
import styles from './page-state.module.css'

interface PageMessageProps {
  title: string
  children: ReactNode
  /** where it is not that there is nothing yet */
  picture?: IllustrationName
  /** remedy */
  action?: ReactNode
}

/** A whole screen that has one thing to say. */
export const PageMessage = ({ title, children, picture = 'empty', action }: PageMessageProps) => (
  <section className={styles.message}>
    <Illustration name={picture} />
    <h2>{title}</h2>
    <p>{children}</p>
    {action}
  </section>
)
