import { lazyRouteComponent, useMatches } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { appStateOf } from '#domain/users/user.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import { ConnectionNotice } from '#src/offline/connection-notice.tsx'
import { FloatingMenu } from './floating-menu.tsx'
import styles from './layout.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const MessagesDialog = lazyRouteComponent(() => import('#src/toasts/messages-dialog.tsx'), 'MessagesDialog')

interface LayoutProps {
  user: User
  children: ReactNode
}

/** What stands around every screen of someone who is logged in. */
export function Layout({ user, children }: LayoutProps) {
  const appState = appStateOf(user)
  const [showsMessages, setShowsMessages] = useState(false)
  const showMessages = () => setShowsMessages(true)
  // A screen that could not be loaded says itself why, and has nothing 'last known' to show.
  const hasFailed = useMatches({ select: (matches) => matches.some(({ status }) => status === 'error') })
  return (
    <div className={styles.layout}>
      <a href="#inhoud" className={styles.skip}>
        Naar de inhoud
      </a>
      <Sidebar appState={appState} />
      <TopBar user={user} appState={appState} onMessages={showMessages} />
      <main id="inhoud" tabIndex={-1} className={styles.main}>
        {!hasFailed && <ConnectionNotice />}
        <div className={styles.content}>{children}</div>
      </main>
      <FloatingMenu appState={appState} onMessages={showMessages} />
      <Suspense>{showsMessages && <MessagesDialog onClose={() => setShowsMessages(false)} />}</Suspense>
    </div>
  )
}
