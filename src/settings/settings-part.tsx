import { Link, useLocation } from '@tanstack/react-router'
import { createContext, type ReactNode, type Ref, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { pageTexts, partTitles, settingsTexts } from './settings.texts.ts'
import styles from './settings-part.module.css'

export type PartName = keyof typeof partTitles
type PageName = keyof typeof pageTexts

/** Parts of each page, in order. A page has the name of its first part. */
const pages = {
  gegevens: ['gegevens', 'studierichting'],
  inloggen: ['inloggen', 'wachtwoord'],
  meldingen: ['meldingen', 'bevestiging'],
  agenda: ['agenda'],
  apparaten: ['apparaten', 'app'],
  download: ['download'],
} as const satisfies Record<PageName, readonly PartName[]>

const pageNames = Object.keys(pages) as PageName[]
const partsOf = (page: PageName): readonly PartName[] => pages[page]

/** The current page. */
const PageContext = createContext<PageName>('gegevens')

interface SettingsPartProps {
  part: PartName
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** Hidden rather than removed while another page is shown, so that what was typed in it stays. */
export function SettingsPart({ part, headingRef, children }: SettingsPartProps) {
  const page = useContext(PageContext)
  return (
    <div hidden={!partsOf(page).includes(part)}>
      <EditSection title={partTitles[part]} anchor={part} headingRef={headingRef}>
        {children}
      </EditSection>
    </div>
  )
}

interface SettingsPageProps {
  /** the parts that this user has */
  parts: readonly PartName[]
  children: ReactNode
}

/**
 * One page of the settings, by the fragment of the address: `#inloggen` or one of its parts. The first page has none, and shows
 * the list of all pages on a phone; on a wide screen the list is beside each page.
 */
export function SettingsPage({ parts, children }: SettingsPageProps) {
  const hash = useLocation({ select: (location) => location.hash })
  const there = pageNames.filter((page) => partsOf(page).some((part) => parts.includes(part)))
  const page = there.find((name) => partsOf(name).some((part) => part === hash)) ?? 'gegevens'
  const list = useRef<HTMLElement>(null)
  useFocusOn(hash, page, list)
  return (
    <div className={styles.page} data-layout="stack 4 start" data-room="wide" data-first={page === 'gegevens'}>
      <Link to="/settings/user" className={styles.back} data-layout="row nowrap target">
        <Icon name="chevron" />
        {settingsTexts.back}
      </Link>
      <nav ref={list} aria-label={settingsTexts.pages} className={styles.index} data-box>
        <ul data-layout="lined">
          {there.map((name) => (
            <li key={name}>
              <Link
                to="/settings/user"
                {...(name !== 'gegevens' && { hash: name })}
                activeOptions={{ includeHash: true }}
                data-layout="row nowrap between target"
                data-text="plain"
                data-pad="1 x4"
              >
                <span>
                  <strong>{pageTexts[name].title}</strong>
                  <small data-text="small muted">{pageTexts[name].holds}</small>
                </span>
                <Icon name="chevron" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.parts} data-layout="stack 4">
        <PageContext value={page}>{children}</PageContext>
      </div>
    </div>
  )
}

/**
 * Focuses the heading of a newly opened page, which is then read aloud, and after 'back' the link that was followed. The app's
 * layout handles the address with which the settings are opened.
 */
function useFocusOn(hash: string, page: PageName, list: { current: HTMLElement | null }) {
  useKeptFocus()
  const shown = useRef({ hash, page })
  useEffect(() => {
    const before = shown.current
    shown.current = { hash, page }
    if (before.hash === hash) return
    if (page === 'gegevens') return list.current?.querySelector<HTMLElement>(`[href$="#${before.page}"]`)?.focus()
    document.getElementById(hash)?.focus({ preventScroll: true })
    // The back link is above the first part.
    if (hash === page && before.page !== page) window.scrollTo({ top: 0 })
  }, [hash, page, list])
}

/** Id of the heading that had the focus in the skeleton, while the page replaces it. */
let keptFocus: string | null = null

/** Keeps the focus on the heading of a page that was opened in the skeleton, when the loaded settings replace it. */
function useKeptFocus() {
  useLayoutEffect(() => {
    if (keptFocus) document.getElementById(keptFocus)?.focus({ preventScroll: true })
    return () => {
      const id = document.activeElement?.id ?? ''
      keptFocus = id in partTitles ? id : null
      // The page replaces the skeleton at once; later it is another visit, which begins at the top.
      queueMicrotask(() => {
        keptFocus = null
      })
    }
  }, [])
}
