import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import styles from './back-link.module.css'

/** To the list that this screen is about one row of. */
export const BackLink = createLink(({ children, ...link }: ComponentProps<'a'>) => (
  <a {...link} className={styles.back}>
    <span aria-hidden="true">‹</span> {children}
  </a>
))
