import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from '#src/ui/illustration.tsx'
import styles from './page-state.module.css'

interface PageMessageProps {
  title: string
  children?: ReactNode
  /** picture; default is the one for 'nothing here yet' */
  picture?: IllustrationName
  action?: ReactNode
}

export const PageMessage = ({ title, children, picture = 'empty', action }: PageMessageProps) => (
  <section className={styles.message} data-layout="stack 3 left" data-box>
    <Illustration name={picture} />
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action}
  </section>
)
