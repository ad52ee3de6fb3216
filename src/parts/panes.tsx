import { createLink, useLocation, useRouter } from '@tanstack/react-router'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import { useMedia } from '#src/ui/use-media.ts'
import styles from './panes.module.css'

/**
 * Two panes: a list, and beside it the chosen record, on a screen with room for both. A smaller screen shows the record
 * alone. The address says which record is chosen, so reload, back and shared links work; the panes keep no state of it.
 *
 * A route around the screens of one record holds the panes, so that the list keeps its scroll position while another record is
 * fetched (for an example see src/routes/schoolyear/$schoolyearId/testmoment/_desk.tsx):
 *
 *     loader: ({ context }) => forPanes(() => loadUsers(context.api, {})),    // null on a small screen: nothing is asked
 *     component: () => (
 *       <Panes label="Gebruikers" facts={Route.useLoaderData()} list={(users) => (
 *         <PaneList>
 *           {users.entities.map(({ id, name }) => (
 *             <PaneLink key={id} to="/user/$userId/edit" params={{ userId: String(id) }} title={name} note="Student" />
 *           ))}
 *         </PaneList>
 *       )}>
 *         <Outlet />
 *       </Panes>
 *     ),
 *
 * Filters of the list are passed as `head`, which stays above it while the list scrolls. Each choice fetches the list again
 * in the background; where that is expensive, set `shouldReload`.
 */
interface PanesProps<Facts> {
  label: string
  /** facts from the route's loader through `forPanes`: null while not fetched, and after a failure */
  facts: Facts | null
  /** the list; `head` holds its filters */
  list: (facts: Facts) => ReactNode
  head?: ReactNode
  children: ReactNode
}

export function Panes<Facts>({ label, facts, list, head, children }: PanesProps<Facts>) {
  const router = useRouter()
  const hasRoom = useMedia(ROOM)
  const isMissing = hasRoom && facts === null
  // The window became larger, or the list failed to load: in the latter case this second attempt is the last.
  useEffect(() => {
    if (isMissing) void router.invalidate()
  }, [isMissing, router])
  const chosen = useRef<HTMLDivElement>(null)
  const hasList = hasRoom && facts !== null
  return (
    <div
      className={hasList ? styles.panes : undefined}
      data-layout={hasList ? 'grid 6 start' : 'stack 6'}
      data-room={hasList ? 'wide' : undefined}
    >
      {hasList && (
        <ListPane label={label} head={head} onSkip={() => chosen.current?.focus()}>
          {list(facts)}
        </ListPane>
      )}
      <div ref={chosen} tabIndex={-1} className={styles.chosen} data-layout="stack 6">
        {children}
      </div>
    </div>
  )
}

/** The chosen record keeps the width that it has without a list in a window of 1280 px. */
const ROOM = '(width >= 112rem)'

/** For a loader: loads the list if it will be shown. Its failure does not fail the record beside it. */
export const forPanes = async <Facts,>(load: () => Promise<Facts>): Promise<Facts | null> =>
  matchMedia(ROOM).matches ? load().catch(() => null) : null

interface ListPaneProps {
  label: string
  head: ReactNode
  onSkip: () => void
  children: ReactNode
}

function ListPane({ label, head, onSkip, children }: ListPaneProps) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const scroller = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another choice
  useEffect(() => {
    const current = scroller.current?.querySelector('[aria-current="page"]')
    if (!scroller.current || !current) return
    showWithin(scroller.current, current)
    // The focus stays in the list, so screen readers do not read the page's heading.
    if (scroller.current.contains(document.activeElement)) setSaid(`${current.textContent} staat ernaast.`)
  }, [path])
  return (
    <nav aria-label={label} className={styles.list} data-layout="grid" data-box data-keeps-focus onKeyDown={moveFocus}>
      <button type="button" data-layout="skip" onClick={onSkip}>
        Naar wat gekozen is
      </button>
      {head && (
        <div className={styles.head} data-pad="3">
          {head}
        </div>
      )}
      <div ref={scroller} className={styles.scroller} data-pad="1">
        {children}
      </div>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </nav>
  )
}

/** `scrollIntoView` would scroll the page too. */
function showWithin(scroller: Element, item: Element) {
  const [around, box] = [scroller.getBoundingClientRect(), item.getBoundingClientRect()]
  const isInSight = box.top >= around.top && box.bottom <= around.bottom
  if (!isInSight) scroller.scrollTop += box.top - around.top - (around.height - box.height) / 2
}

/** Arrow up and down, Home and End move the focus between items, as in a mail program. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const items = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-pane-item]')]
  const place = items.findIndex((item) => item.matches(':focus'))
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: items.length - 1 }[event.key]
  if (next === undefined || place < 0) return
  event.preventDefault()
  items[Math.max(0, Math.min(next, items.length - 1))]?.focus()
}

export const PaneList = ({ children }: { children: ReactNode }) => <ul data-layout="stack lined">{children}</ul>

interface PaneItemProps extends Omit<ComponentProps<'a'>, 'title'> {
  /** element before the name, such as a moment's tile */
  lead?: ReactNode
  title: ReactNode
  note?: ReactNode
  /** element at the end: a count or a badge */
  end?: ReactNode
}

/** Item of a pane; `aria-current` marks the chosen one. */
export const PaneLink = createLink(({ lead, title, note, end, ...link }: PaneItemProps) => (
  <li>
    <a
      {...link}
      className={styles.item}
      data-layout="row 3 nowrap hovers"
      data-text="ink plain"
      data-pad="2 x3"
      data-pane-item
    >
      {lead}
      <span className={styles.words} data-layout="grid shrinks">
        <span data-text="strong breaks two-lines">{title}</span>
        {note && <span data-text="muted small breaks"> {note}</span>}
      </span>
      {end && (
        <span data-layout="fixed" data-text="muted small figures ends">
          {' '}
          {end}
        </span>
      )}
    </a>
  </li>
))
