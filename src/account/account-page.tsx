import { createLink, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useDocumentTitle } from '#src/parts/layout/page-title.ts'
import { useSession } from '#src/session/session-view.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Illustration } from '#src/ui/illustration.tsx'
import { toLoginTexts as texts } from './account-fields.texts.ts'
import styles from './account-page.module.css'

interface AccountPageProps {
  title: string
  heading?: string
  purpose?: string
  links?: ReactNode
  children: ReactNode
}

/** A page for visitors. For a logged-in user the app's layout is around it, with the heading. */
export function AccountPage({ title, heading = title, purpose, links, children }: AccountPageProps) {
  const { user } = useSession()
  useDocumentTitle(title)
  const box = (
    <div className={styles.box} data-layout="stack 5 top">
      {!user && <Heading purpose={purpose}>{heading}</Heading>}
      {children}
      {links && (
        <nav className={styles.links} data-layout="row 0 x3 stretch between">
          {links}
        </nav>
      )}
    </div>
  )
  if (user) return box
  return (
    <main className={styles.page} data-layout="stack">
      <img src="/icons/icon.svg" alt="" width="64" height="64" className={styles.mark} />
      {box}
    </main>
  )
}

/** Takes the focus, so that a new page is read aloud from its start; not from a user who types (src/app/first-frame). */
function Heading({ purpose, children }: { purpose: string | undefined; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div>
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {purpose && (
        <p data-text="muted" data-above="1">
          {purpose}
        </p>
      )}
    </div>
  )
}

interface AccountDoneProps {
  /** icon if something is still to be done; by default a picture for 'done' */
  icon?: IconName
  children: ReactNode
  next?: ReactNode
}

/** Replaces an accepted form, and takes its focus. */
export function AccountDone({ icon, children, next }: AccountDoneProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div className={styles.done} data-layout="grid 6">
      <div ref={ref} tabIndex={-1} role="status" className={styles.said} data-layout="grid 3" data-text="breaks">
        {icon ? (
          <span className={styles.sign} data-layout="disc" data-tone="success" data-text="success">
            <Icon name={icon} />
          </span>
        ) : (
          <Illustration name="done" />
        )}
        {children}
      </div>
      {next}
    </div>
  )
}

const LinkedButton = createLink(ButtonLink)

export const NextButton: typeof LinkedButton = (props) => <LinkedButton tone="primary" {...props} />

/** Link to the root, which shows visitors the login screen and others their own start. */
export function ToLogin() {
  const { user } = useSession()
  return <Link to="/">{user ? texts.toApp : texts.toLogin}</Link>
}

/** Button to the same place as `ToLogin`, for a page without another next step. */
export function NextToLogin() {
  const { user } = useSession()
  return <NextButton to="/">{user ? texts.toApp : texts.toLogin}</NextButton>
}
