import { Link, useLocation, useMatches } from '@tanstack/react-router'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { type AppState, appStateOf } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import styles from './layout.module.css'
import { NavigationList, UserMenu, type UserMenuProps } from './menus.tsx'
import { usePageHeading } from './page-title.ts'
import { PhoneMenu } from './phone-menu.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** changes there are kept on the device and sent later: the screen itself shows the connection */
    worksOffline?: true
  }
}

/** Frame around every screen of a logged-in user. */
export const Layout = memo(function Layout({ user, children }: { user: User; children: ReactNode }) {
  const appState = appStateOf(user)
  // A screen that failed to load says why, and has nothing 'last known' to show; one that works offline shows its own state.
  const saysItself = useMatches({
    select: (matches) => matches.some(({ status, staticData }) => status === 'error' || staticData.worksOffline),
  })
  return (
    <div className={styles.layout}>
      <a href="#inhoud" data-layout="skip">
        Naar de inhoud
      </a>
      <Sidebar user={user} appState={appState} />
      <TopBar user={user} appState={appState} />
      <main id="inhoud" tabIndex={-1} className={styles.main}>
        {!saysItself && <ConnectionNotice />}
        <div className={styles.content}>{children}</div>
      </main>
      <PhoneMenu user={user} appState={appState} />
    </div>
  )
})

/** Holds the page's heading, which takes the focus after a navigation so that it is read aloud. */
function TopBar({ user, ...menu }: UserMenuProps) {
  const heading = usePageHeading()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const headingRef = useRef<HTMLHeadingElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what moves the focus; a dialog's ?… does not
  useEffect(() => {
    // In a list beside its details the focus stays, so that the user can go on to the next row.
    if (!document.activeElement?.closest('[data-keeps-focus]')) headingRef.current?.focus({ preventScroll: true })
  }, [path])

  return (
    <header className={styles.topBar}>
      <h1 ref={headingRef} tabIndex={-1}>
        {heading}
      </h1>
      <div id="title-tools" />
      <UserMenu user={user} {...menu} />
    </header>
  )
}

/** For desktops; a phone has its bar. The name of the product links home. */
const Sidebar = ({ user, appState }: { user: User; appState: AppState }) => (
  <nav aria-label="Hoofdmenu" className={styles.sidebar}>
    <Link to="/" className={styles.brand}>
      <img src="/icons/icon.svg" alt="" width="32" height="32" />
      Wiskunde inschrijven
    </Link>
    <NavigationList user={user} appState={appState} />
  </nav>
)
