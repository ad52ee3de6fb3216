import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import type { AppState } from '#domain/users/user.rules.ts'
import { Button } from '#src/ui/button.tsx'
import { LogOutButton } from '../log-out-button.tsx'
import styles from './floating-menu.module.css'
import { MessagesButton } from './messages-button.tsx'
import { NavigationList } from './navigation-list.tsx'

/** The phone's menu, within reach of a thumb. */
export function FloatingMenu({ appState, onMessages }: { appState: AppState; onMessages: () => void }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has chosen a screen is done with the menu
  useEffect(() => menu.current?.hidePopover(), [path])

  return (
    <nav aria-label="Menu" className={styles.place}>
      <div id={id} ref={menu} popover="auto" className={styles.menu}>
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
