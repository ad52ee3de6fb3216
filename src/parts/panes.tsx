import { createLink, useLocation, useRouter } from '@tanstack/react-router'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './panes.module.css'

/**
 * Two panes: a list, and beside it what was chosen of it, on a screen that holds both. On a smaller one the chosen one
 * stands alone, as it did. The address says which one is chosen, so that a reload, the browser's back and a link that was
 * sent to a colleague all work; nothing of it is kept here.
 *
 * A route around the screens of one record holds the panes, so that the list stays where it was scrolled to while
 * another record is fetched (src/routes/schoolyear/$schoolyearId/testmoment/_desk.tsx is one to read):
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
 * What narrows the list is given as `head`: it stays above it while the list scrolls. The list is fetched again, unseen,
 * at each choice: where it is dear, `shouldReload` says when.
 */
interface PanesProps<Facts> {
  /** name of the list's contents */
  label: string
  /** from the route's loader, by `forPanes`: null while it was not fetched, and where that failed */
  facts: Facts | null
  /** the list, and what narrows it above it */
  list: (facts: Facts) => ReactNode
  head?: ReactNode
  /** the chosen one */
  children: ReactNode
}

export function Panes<Facts>({ label, facts, list, head, children }: PanesProps<Facts>) {
  const router = useRouter()
  const hasRoom = useSyncExternalStore(onRoomChange, hasRoomForPanes)
  const isMissing = hasRoom && facts === null
  // The window was made larger, or the list could not be had: then this is the second attempt, and the last.
  useEffect(() => {
    if (isMissing) void router.invalidate()
  }, [isMissing, router])
  const chosen = useRef<HTMLDivElement>(null)
  const hasList = hasRoom && facts !== null
  return (
    <div className={hasList ? styles.panes : styles.alone} data-room={hasList ? 'wide' : undefined}>
      {hasList && (
        <ListPane label={label} head={head} onSkip={() => chosen.current?.focus()}>
          {list(facts)}
        </ListPane>
      )}
      <div ref={chosen} tabIndex={-1} className={styles.chosen}>
        {children}
      </div>
    </div>
  )
}

const ROOM = '(width >= 96rem)'
const hasRoomForPanes = () => matchMedia(ROOM).matches

const onRoomChange = (listener: () => void) => {
  const room = matchMedia(ROOM)
  room.addEventListener('change', listener)
  return () => room.removeEventListener('change', listener)
}

/** In a loader: the list where it will be shown. The chosen one does not fail because of the list beside it. */
export const forPanes = async <Facts,>(load: () => Promise<Facts>): Promise<Facts | null> =>
  hasRoomForPanes() ? load().catch(() => null) : null

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
    // The focus stays in the list, so the page's heading is not read aloud.
    if (scroller.current.contains(document.activeElement)) setSaid(`${current.textContent} staat ernaast.`)
  }, [path])
  return (
    <nav aria-label={label} className={styles.list} data-layout="grid" data-box data-keeps-focus onKeyDown={moveFocus}>
      <button type="button" className={styles.skip} data-pad="2 x4" onClick={onSkip}>
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

/** Not `scrollIntoView`: that scrolls the page too. */
function showWithin(scroller: Element, item: Element) {
  const [around, box] = [scroller.getBoundingClientRect(), item.getBoundingClientRect()]
  const isInSight = box.top >= around.top && box.bottom <= around.bottom
  if (!isInSight) scroller.scrollTop += box.top - around.top - (around.height - box.height) / 2
}

/** Moves between items with the arrows, as in any list of mail; to the chosen one with the right one. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const items = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-pane-item]')]
  const place = items.findIndex((item) => item.matches(':focus'))
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: items.length - 1 }[event.key]
  if (next === undefined || place < 0) return
  event.preventDefault()
  items[Math.max(0, Math.min(next, items.length - 1))]?.focus()
}

/** The items of a pane, or of one of its groups. */
export const PaneList = ({ children }: { children: ReactNode }) => (
  <ul className={styles.items} data-layout="stack">
    {children}
  </ul>
)

interface PaneItemProps extends Omit<ComponentProps<'a'>, 'title'> {
  /** element before the name: a moment's tile */
  lead?: ReactNode
  title: ReactNode
  note?: ReactNode
  /** at its end: a count, a badge */
  end?: ReactNode
}

/** One that can be chosen; `aria-current` says that it is. */
export const PaneLink = createLink(({ lead, title, note, end, ...link }: PaneItemProps) => (
  <li>
    <a
      {...link}
      className={styles.item}
      data-layout="row 3 nowrap"
      data-text="ink plain"
      data-pad="2 x3"
      data-pane-item
    >
      {lead}
      <span className={styles.words} data-layout="grid shrinks">
        <span className={styles.title} data-text="strong breaks">
          {title}
        </span>
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
