import { Link, useLocation } from '@tanstack/react-router'
import { type RefObject, useContext, useEffect, useRef } from 'react'
import type { AppState } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useUnread } from '#src/parts/messages/unread.ts'
import { useSession } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon, Stroke, VisuallyHidden } from '#src/ui/icon.tsx'
import styles from './menus.module.css'
import { hasNavigation, NavigationContext, type NavigationItem, settings } from './navigation.ts'

export interface UserMenuProps {
  user: User
  appState: AppState
}

const nameOf = (user: User): string => `${user.first_name} ${user.last_name}`.trim()

/** For desktops; a phone has all of it at the bottom (phone-menu.tsx). */
export function UserMenu({ user, appState }: UserMenuProps) {
  const menu = useRef<HTMLDialogElement>(null)
  return (
    <div className={styles.place}>
      <Button tone="quiet" icon="person" aria-haspopup="dialog" onClick={() => menu.current?.showModal()}>
        <span data-text="one-line" translate="no">
          {nameOf(user) || user.username}
        </span>
      </Button>
      <Menu ref={menu} className={styles.below} user={user} appState={appState} items={[settings]} />
    </div>
  )
}

interface MenuProps extends NavigationListProps {
  ref: RefObject<HTMLDialogElement | null>
  /** where it floats */
  className: string | undefined
}

/** Floating menu. A modal dialog, not a popover: some browsers in use have none (README.md names them). */
export function Menu({ ref, className, ...list }: MenuProps) {
  const path = useLocation({ select: ({ pathname }) => pathname })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes once a screen was chosen
  useEffect(() => ref.current?.close(), [path])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key's press of a row is a click too, and Escape closes by itself
    <dialog
      ref={ref}
      aria-label="Menu"
      className={`${styles.menu} ${className}`}
      onClick={({ currentTarget }) => currentTarget.close()}
    >
      <Who user={list.user} />
      <NavigationList {...list} />
      <LogOutRow />
    </dialog>
  )
}

/** Names the logged-in user: on a shared device that is the first thing to know. */
const Who = ({ user }: { user: User }) => (
  <p className={styles.who}>
    Ingelogd als <strong translate="no">{nameOf(user) || user.username}</strong>
    {nameOf(user) && <span translate="no">{user.username}</span>}
  </p>
)

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
            <span>{label}</span>
            {to === MESSAGES && unread > 0 && (
              <span className={styles.count}>
                <span translate="no">{unread}</span>
                <VisuallyHidden> ongelezen</VisuallyHidden>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function LogOutRow() {
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
