import { Link } from '@tanstack/react-router'
import { useContext, useEffect, useRef, useState } from 'react'
import { useUnread } from '#src/parts/messages/unread.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon, Stroke, VisuallyHidden } from '#src/ui/icon.tsx'
import { Menu, type UserMenuProps } from './menus.tsx'
import { hasNavigation, NavigationContext } from './navigation.ts'
import styles from './phone-menu.module.css'

/**
 * Navigation at the bottom of a phone, within reach of a thumb: a student's screens, and a floating menu with the rest. Users
 * with more screens than fit in a bar (administrators), or with only one, have just the menu.
 */
export function PhoneMenu({ user, appState }: UserMenuProps) {
  const menu = useRef<HTMLDialogElement>(null)
  const open = () => menu.current?.showModal()
  const isTyping = useIsTyping()
  const unread = useUnread(user)
  const items = useContext(NavigationContext)
  const inBar = hasNavigation(appState) ? items.filter(({ bar }) => bar) : []

  return (
    <nav
      aria-label="Menu"
      className={inBar.length > 0 ? styles.bar : styles.floating}
      data-typing={isTyping || undefined}
    >
      {inBar.length > 0 ? (
        <ul className={styles.items}>
          {inBar.map(({ to, stroke, bar }) => (
            <li key={to}>
              <Link to={to} className={styles.item}>
                <Stroke stroke={stroke} />
                <span>{bar}</span>
              </Link>
            </li>
          ))}
          <li>
            <button type="button" aria-haspopup="dialog" onClick={open} className={styles.item}>
              <Icon name="menu" />
              {unread > 0 && <span className={styles.dot} />}
              <span>
                Menu
                {unread > 0 && (
                  <VisuallyHidden>
                    {unread === 1 ? ', 1 ongelezen bericht' : `, ${unread} ongelezen berichten`}
                  </VisuallyHidden>
                )}
              </span>
            </button>
          </li>
        </ul>
      ) : (
        <Button tone="primary" icon="menu" aria-haspopup="dialog" onClick={open}>
          Menu
        </Button>
      )}
      <Menu
        ref={menu}
        className={styles.menu}
        user={user}
        appState={appState}
        items={items.filter((item) => !inBar.includes(item))}
      />
    </nav>
  )
}

const FIELD = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="file"]), textarea'

/** A keyboard is assumed once less than this share of the screen's height is left. */
const LEFT_BY_KEYBOARD = 0.8

/**
 * Whether the on-screen keyboard is open. The bar would then be between field and keys, or float over the form (iOS). No
 * browser reports the keyboard: it shows in a focused field together with a reduced height.
 */
function useIsTyping(): boolean {
  const [isTyping, setTyping] = useState(false)
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const full = { width: 0, height: 0 }
    let height = 0
    const look = () =>
      setTyping(Boolean(document.activeElement?.matches(FIELD)) && height < full.height * LEFT_BY_KEYBOARD)
    const measure = () => {
      const width = viewport.width * viewport.scale
      height = viewport.height * viewport.scale
      // A rotated phone or another window is a new screen, with its own full height.
      if (Math.abs(width - full.width) > 1) Object.assign(full, { width, height })
      full.height = Math.max(full.height, height)
      look()
    }
    measure()
    const listening = new AbortController()
    viewport.addEventListener('resize', measure, { signal: listening.signal })
    // Does not measure: that forces a layout of the whole page while the focus moves, which is slow in a grid with many rows.
    for (const name of ['focusin', 'focusout']) document.addEventListener(name, look, { signal: listening.signal })
    return () => listening.abort()
  }, [])
  return isTyping
}
