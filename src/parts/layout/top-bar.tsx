import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { User } from '#domain/user/user.schema.ts'
import styles from './layout.module.css'
import { usePageTitle } from './page-title.ts'
import { UserMenu } from './user-menu.tsx'

/** Holds the page's heading, which takes the focus after a navigation so that it is read aloud. */
export function TopBar({ user }: { user: User }) {
  const title = usePageTitle()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const heading = useRef<HTMLHeadingElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what moves the focus; a dialog's ?… does not
  useEffect(() => heading.current?.focus({ preventScroll: true }), [path])

  return (
    <header className={styles.topBar}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <UserMenu user={user} />
    </header>
  )
}
