import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import type { AppState } from '#domain/users/user.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { Stroke } from '#src/ui/icon.tsx'
import { LogOutButton } from '../log-out-button.tsx'
import { MessagesButton } from './messages-button.tsx'
import { hasNavigation, settings } from './navigation.ts'
import links from './navigation-list.module.css'
import styles from './user-menu.module.css'

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
          <Link to={settings.to} className={links.link}>
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
