import type { AppState } from '#domain/user/user.rules.ts'
import { Brand } from './brand.tsx'
import styles from './layout.module.css'
import { NavigationList } from './navigation-list.tsx'

export const Sidebar = ({ appState }: { appState: AppState }) => (
  <div className={styles.sidebar}>
    <Brand />
    <NavigationList appState={appState} />
  </div>
)
