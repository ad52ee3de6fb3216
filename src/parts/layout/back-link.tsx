import { Link, type LinkProps } from '@tanstack/react-router'
import styles from './back-link.module.css'

interface BackLinkProps {
  to: NonNullable<LinkProps['to']>
  children: string
}

/** To the list that this screen is about one row of. */
export const BackLink = ({ to, children }: BackLinkProps) => (
  <Link to={to} className={styles.back}>
    <span aria-hidden="true">‹</span> {children}
  </Link>
)
