import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useDocumentTitle } from '#src/parts/layout/page-title.ts'
import { useSession } from '#src/session/session-view.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './account-page.module.css'

interface AccountPageProps {
  title: string
  /** when it is not the title */
  heading?: string
  purpose?: string
  /** where else one can go from here */
  links?: ReactNode
  children: ReactNode
}

/** A page for visitors. Whoever is logged in has the frame around it, and the heading there. */
export function AccountPage({ title, heading = title, purpose, links, children }: AccountPageProps) {
  const { user } = useSession()
  useDocumentTitle(title)
  const box = (
    <div className={styles.box}>
      {!user && <Heading purpose={purpose}>{heading}</Heading>}
      {children}
      {links && <nav className={styles.links}>{links}</nav>}
    </div>
  )
  return user ? box : <main className={styles.page}>{box}</main>
}

/** Takes the focus, so that a new page is read aloud from its start. */
function Heading({ purpose, children }: { purpose: string | undefined; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <img src="/icons/icon.svg" alt="" width="48" height="48" />
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {children}
        </h1>
        {purpose && <p className={styles.purpose}>{purpose}</p>}
      </div>
    </>
  )
}

/** Takes the place of a form that was accepted, and the focus that was in it. */
export function AccountDone({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} role="status" className={styles.done}>
      <Icon name="check" />
      <div>{children}</div>
    </div>
  )
}

/** The root shows a visitor the login screen, and others their own start. */
export function ToLogin() {
  const { user } = useSession()
  return <Link to="/">{user ? 'Verder naar de app' : 'Naar inloggen'}</Link>
}
