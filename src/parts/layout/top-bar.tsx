import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from './layout.module.css'
import { usePageHeading } from './page-title.ts'
import { UserMenu, type UserMenuProps } from './user-menu.tsx'

/** Holds the page's heading, which takes the focus after a navigation so that it is read aloud. */
export function TopBar({ user, ...menu }: UserMenuProps) {
  const heading = usePageHeading()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const headingRef = useRef<HTMLHeadingElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what moves the focus; a dialog's ?… does not
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), [path])

  return (
    <header className={styles.topBar}>
      <h1 ref={headingRef} tabIndex={-1}>
        {heading}
      </h1>
      <UserMenu user={user} {...menu} />
    </header>
  )
}
