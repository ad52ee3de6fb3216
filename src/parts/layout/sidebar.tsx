import { Link } from '@tanstack/react-router'
import type { AppState } from '#domain/users/user.rules.ts'
import styles from './layout.module.css'
import { NavigationList } from './navigation-list.tsx'

/** On a desktop; a phone has the floating menu. The name of the product leads home. */
export const Sidebar = ({ appState }: { appState: AppState }) => (
  <nav aria-label="Hoofdmenu" className={styles.sidebar}>
    <Link to="/" className={styles.brand}>
      <img src="/icons/icon.svg" alt="" width="32" height="32" />
      Wiskunde inschrijven
    </Link>
    <NavigationList appState={appState} />
  </nav>
)
