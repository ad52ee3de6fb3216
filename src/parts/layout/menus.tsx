import { Link, useLocation } from '@tanstack/react-router'
import { type RefObject, useContext, useEffect, useId, useRef } from 'react'
import type { AppState } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useSession } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { Stroke } from '#src/ui/icon.tsx'
import styles from './menus.module.css'
import { hasNavigation, NavigationContext, settings } from './navigation.ts'

/** The phone's menu, within reach of a thumb. */
export function FloatingMenu({ appState, onMessages }: { appState: AppState; onMessages: () => void }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has chosen a screen is done with the menu
  useEffect(() => menu.current?.hidePopover(), [path])

  return (
    <nav aria-label="Menu" className={styles.floating}>
      <div id={id} ref={menu} popover="auto" className={styles.floatingMenu}>
        <NavigationList appState={appState} />
        <MessagesButton menu={menu} onMessages={onMessages} />
        <LogOutButton />
      </div>
      <Button tone="primary" icon="menu" popoverTarget={id}>
        Menu
      </Button>
    </nav>
  )
}

export interface UserMenuProps {
  user: User
  appState: AppState
  onMessages: () => void
}

/** On a desktop; a phone has all of it in the floating menu. */
export function UserMenu({ user, appState, onMessages }: UserMenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const name = `${user.first_name} ${user.last_name}`.trim() || user.username

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has chosen a screen is done with the menu
  useEffect(() => menu.current?.hidePopover(), [path])

  return (
    <div className={styles.place}>
      <Button tone="quiet" icon="person" popoverTarget={id}>
        {name}
      </Button>
      <div id={id} ref={menu} popover="auto" className={styles.menu}>
        <p className={styles.who}>Ingelogd als {user.username}</p>
        {hasNavigation(appState) && (
          <Link to={settings.to} className={styles.link}>
            <Stroke stroke={settings.stroke} />
            {settings.label}
          </Link>
        )}
        <MessagesButton menu={menu} onMessages={onMessages} />
        <LogOutButton />
      </div>
    </div>
  )
}

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

interface MessagesButtonProps {
  /** the menu that it stands in */
  menu: RefObject<HTMLElement | null>
  onMessages: () => void
}

/** The menu is left first, so that the focus comes back to what opened it. */
const MessagesButton = ({ menu, onMessages }: MessagesButtonProps) => (
  <Button
    icon="bell"
    onClick={() => {
      menu.current?.hidePopover()
      onMessages()
    }}
  >
    Meldingen
  </Button>
)

export function LogOutButton() {
  const { logOut } = useSession()
  return (
    <Button icon="exit" onClick={logOut}>
      Uitloggen
    </Button>
  )
}
