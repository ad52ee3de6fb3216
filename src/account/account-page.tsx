import { type ReactNode, useEffect, useRef } from 'react'
import { useDocumentTitle } from '#src/parts/layout/page-title.ts'
import { useSession } from '#src/session/session-view.tsx'
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
