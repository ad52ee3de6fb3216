import { Link, useLocation } from '@tanstack/react-router'
import { useContext, useEffect, useId, useRef } from 'react'
import type { AppState } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useUnread } from '#src/parts/messages/unread.ts'
import { useSession } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon, Stroke } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './menus.module.css'
import { hasNavigation, NavigationContext, type NavigationItem, settings } from './navigation.ts'

export interface UserMenuProps {
  user: User
  appState: AppState
}

const nameOf = (user: User): string => `${user.first_name} ${user.last_name}`.trim()

/** For desktops; a phone has all of it at the bottom (phone-menu.tsx). */
export function UserMenu({ user, appState }: UserMenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes once a screen was chosen
  useEffect(() => menu.current?.hidePopover(), [path])

  return (
    <div className={styles.place}>
      <Button tone="quiet" icon="person" popoverTarget={id}>
        {nameOf(user) || user.username}
      </Button>
      <div id={id} ref={menu} popover="auto" className={styles.menu}>
        <Who user={user} />
        <NavigationList user={user} appState={appState} items={[settings]} />
        <LogOutRow />
      </div>
    </div>
  )
}

/** Names the logged-in user: on a shared device that is the first thing to know. */
export const Who = ({ user }: { user: User }) => (
  <p className={styles.who}>
    Ingelogd als <strong>{nameOf(user) || user.username}</strong>
    {nameOf(user) && user.username}
  </p>
)

/** Screen with a student's messages. */
const MESSAGES = '/student/messages'

interface NavigationListProps {
  user: User
  appState: AppState
  items?: readonly NavigationItem[]
}

/** All items, or those given. The router sets `aria-current="page"` on the current screen's item. */
export function NavigationList({ user, appState, items }: NavigationListProps) {
  const all = useContext(NavigationContext)
  const unread = useUnread(user)
  if (!hasNavigation(appState)) return null
  return (
    <ul className={styles.list}>
      {(items ?? all).map(({ to, label, stroke }) => (
        <li key={to}>
          <Link to={to} className={styles.link}>
            <Stroke stroke={stroke} />
            {label}
            {to === MESSAGES && unread > 0 && (
              <span className={styles.count}>
                {unread}
                <VisuallyHidden> ongelezen</VisuallyHidden>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Row of a menu that logs out. */
export function LogOutRow() {
  const { logOut } = useSession()
  return (
    <div className={styles.rows}>
      <button type="button" className={styles.link} onClick={logOut}>
        <Icon name="exit" />
        Uitloggen
      </button>
    </div>
  )
}
