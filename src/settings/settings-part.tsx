import { Link, useLocation } from '@tanstack/react-router'
import { createContext, type ReactNode, type Ref, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
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

/**
 * One page of the settings, by the fragment of the address: `#inloggen` or one of its parts. The first page has none, and shows
 * the list of all pages on a phone; on a wide screen the list is beside each page.
 */
export function SettingsPage({ parts, children }: { parts: readonly PartName[]; children: ReactNode }) {
  const hash = useLocation({ select: (location) => location.hash })
  const there = pageNames.filter((page) => partsOf(page).some((part) => parts.includes(part)))
  const page = there.find((name) => partsOf(name).some((part) => part === hash)) ?? 'gegevens'
  const screen = useRef<HTMLDivElement>(null)
  useFocusOn({ hash, page }, screen)
  return (
    <div
      ref={screen}
      className={styles.page}
      data-layout="stack 4 start"
      data-room="wide"
      data-first={page === 'gegevens'}
    >
      <BackLink to="/settings/user" className={styles.back}>
        {settingsTexts.back}
      </BackLink>
      <nav aria-label={settingsTexts.pages} className={styles.index} data-box>
        <ul data-layout="lined">
          {there.map((name) => (
            <li key={name}>
              <Link
                to="/settings/user"
                {...(name !== 'gegevens' && { hash: name })}
                activeOptions={{ includeHash: true }}
                data-layout="row nowrap between target hovers"
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

interface Shown {
  /** fragment of the address */
  hash: string
  page: PageName
}

/** State of the skeleton, while the loaded settings replace it; null at any other time. */
let replaced: { shown: Shown; focused: PartName | null } | null = null

/**
 * Focuses the heading of a newly opened page, which is then read aloud, and after 'back' the link that was followed. The app's
 * layout handles the address with which the settings are opened.
 *
 * A link may be pressed in the skeleton. The loaded settings then continue where the skeleton was: they keep the focus on its
 * heading, and focus the page of a link whose address arrives together with them.
 */
function useFocusOn({ hash, page }: Shown, screen: { current: HTMLElement | null }) {
  const shown = useRef({ hash, page })
  useLayoutEffect(() => {
    if (replaced) {
      shown.current = replaced.shown
      if (replaced.focused) headingIn(screen, replaced.focused)?.focus({ preventScroll: true })
    }
    return () => {
      const id = document.activeElement?.id ?? ''
      replaced = { shown: shown.current, focused: isPart(id) ? id : null }
      // The settings replace the skeleton at once; later it is another visit, which begins at the top.
      queueMicrotask(() => {
        replaced = null
      })
    }
  }, [screen])
  useEffect(() => {
    const before = shown.current
    shown.current = { hash, page }
    if (before.hash === hash) return
    if (page === 'gegevens') return screen.current?.querySelector<HTMLElement>(`nav [href$="#${before.page}"]`)?.focus()
    headingIn(screen, hash)?.focus({ preventScroll: true })
    // The back link is above the first part.
    if (hash === page && before.page !== page) window.scrollTo({ top: 0 })
  }, [hash, page, screen])
}

/** Searches only the screen: a skeleton that is hidden but not yet removed has the same ids. */
const headingIn = (screen: { current: HTMLElement | null }, part: string) =>
  screen.current?.querySelector<HTMLElement>(`#${part}`)

const isPart = (id: string): id is PartName => id in partTitles
