import { Link } from '@tanstack/react-router'
import { useContext } from 'react'
import type { AppState } from '#domain/users/user.rules.ts'
import { Stroke } from '#src/ui/icon.tsx'
import { hasNavigation, NavigationContext } from './navigation.ts'
import styles from './navigation-list.module.css'

/** The current screen's item carries `aria-current="page"`, set by the router. */
export function NavigationList({ appState }: { appState: AppState }) {
  const items = useContext(NavigationContext)
  if (!hasNavigation(appState)) return null
  return (
    <ul className={styles.list}>
      {items.map(({ to, label, stroke }) => (
        <li key={to}>
          <Link to={to} className={styles.link}>
            <Stroke stroke={stroke} />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
