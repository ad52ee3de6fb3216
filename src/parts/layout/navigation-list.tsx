import { Link } from '@tanstack/react-router'
import type { AppState } from '#domain/user/user.rules.ts'
import { Icon } from '#src/ui/icon/icon.tsx'
import { navigation } from './navigation.ts'
import styles from './navigation-list.module.css'

/** The current screen's item carries `aria-current="page"`, set by the router. */
export function NavigationList({ appState }: { appState: AppState }) {
  const items = navigation[appState]
  if (items.length === 0) return null
  return (
    <ul className={styles.list}>
      {items.map(({ to, label, icon }) => (
        <li key={to}>
          <Link to={to} className={styles.link}>
            <Icon name={icon} />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
