import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import styles from './page-toasts.module.css'
import { type ToastCategory, toastsInSight } from './toasts.machine.ts'
import { useToasts } from './toasts-context.ts'

/**
 * Renders toasts where they can be seen and read aloud. An open modal dialog makes the page behind it inert, including live
 * regions, so the area is then rendered in the topmost dialog.
 */
export function PageToasts() {
  usePauseWhileHidden()
  const dialog = useSyncExternalStore(onDialogs, dialogOnTop)
  return dialog ? createPortal(<ToastArea isInDialog />, dialog) : <ToastArea />
}

function usePauseWhileHidden(): void {
  const actor = useToasts()
  useEffect(() => {
    const follow = () => actor.send({ type: document.hidden ? 'reading.paused' : 'reading.resumed' })
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [actor])
}

/** Observes the attribute in which every opening and closing of a dialog shows, in any order. */
function onDialogs(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] })
  return () => observer.disconnect()
}

/** Only the browser knows which dialog is on top: inert elements cannot be hit, and the backdrop of the topmost covers all. */
function dialogOnTop(): HTMLDialogElement | null {
  const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog:modal')
  const hit = dialogs.length > 1 && document.elementFromPoint(0, 0)?.closest<HTMLDialogElement>('dialog:modal')
  return hit || (dialogs[dialogs.length - 1] ?? null)
}

/** Most toasts shown; beside a dialog there is little room. */
const MOST_SHOWN = { page: 3, dialog: 1 }

/** Longest pause (ms) by a pointer: the user may want to press what the toast covers. */
const LONGEST_PAUSE_MS = 10_000

/** A live region must exist before its first text, so it is rendered empty too. */
function ToastArea({ isInDialog = false }: { isInDialog?: boolean }) {
  const actor = useToasts()
  const toasts = useSelector(actor, ({ context }) => context.toasts)
  const [wantsAll, setWantsAll] = useState(false)
  const area = useRef<HTMLElement>(null)
  const place = useFreePlace(area, toasts.length > 0, isInDialog)
  useRoomAtEnd(area, toasts)
  const pause = () => actor.send({ type: 'reading.paused' })
  const resume = () => actor.send({ type: 'reading.resumed' })
  const pointed = useRef<ReturnType<typeof setTimeout>>(undefined)
  const point = () => {
    pause()
    pointed.current = setTimeout(resume, LONGEST_PAUSE_MS)
  }
  const pointAway = () => {
    clearTimeout(pointed.current)
    resume()
  }
  useEffect(() => {
    if (!document.hidden) actor.send({ type: 'reading.resumed' })
    // The pointer may be on a toast when its dialog closes, and then no event ends the pause.
    return () => actor.send({ type: 'reading.resumed' })
  }, [actor])
  if (wantsAll && toasts.length === 0) setWantsAll(false)

  const most = MOST_SHOWN[isInDialog ? 'dialog' : 'page']
  const inSight = toastsInSight(toasts, wantsAll ? toasts.length : most)
  const gathered = toasts.length - inSight.length
  return (
    <section
      ref={area}
      className={styles.area}
      data-layout="grid 2"
      aria-label="Meldingen"
      data-place={place}
      data-in-dialog={isInDialog || undefined}
      onPointerEnter={point}
      onPointerLeave={pointAway}
      onFocus={pause}
      onBlur={resume}
    >
      <div role="status" className={styles.list} data-layout="grid 2">
        {inSight.map(({ id, category, text, isEnrolled }) => (
          <div key={id} className={styles.toast} data-layout="row nowrap" data-box data-category={category}>
            <Icon name={isEnrolled ? 'enrolled' : icons[category]} />
            <p data-text="breaks" data-pad="y1">
              {text}
            </p>
            <button
              type="button"
              className={styles.dismiss}
              data-layout="grid fixed hovers"
              data-text="muted"
              aria-label="Melding sluiten"
              onClick={() => actor.send({ type: 'toast.dismissed', id })}
            >
              <Icon name="cross" />
            </button>
          </div>
        ))}
      </div>
      {/* Outside the live region, which would read it aloud with each toast that comes or goes. */}
      {gathered > 0 && (
        <button
          type="button"
          className={styles.gathered}
          data-layout="target"
          data-text="accent small strong"
          data-pad="x4"
          onClick={() => setWantsAll(true)}
        >
          {`en nog ${gathered} ${gathered === 1 ? 'melding' : 'meldingen'}`}
        </button>
      )}
    </section>
  )
}

/** In order of preference; `title` is on the page's title, where the other two would cover the heading of a card. */
const PLACES = ['foot', 'head', 'title'] as const
type Place = (typeof PLACES)[number]
const ON_TITLE: readonly Place[] = ['title']
const ON_FOOT: readonly Place[] = ['foot']

/** Bar at the foot of the page: toasts stand above it, where the page can be scrolled clear of them. */
const FOOT = '[data-foot="true"]'
/** Bars at the foot of the page, and the buttons of a dialog: a toast covers none of them if there is any other place. */
const FEET = `${FOOT}, [data-layout~="buttons"]`
/** Headings that identify a card: they come next. */
const HEADS = 'h2, h3, [data-moment]'
/** Other elements that a toast should not cover: buttons, fields, titles and dialogs. */
const TAKEN = 'button, input, select, textarea, label, h1, dialog > *'
/** Links come last, since a list may consist of them. */
const LINK = 'a'

/**
 * Chooses the place where the first toasts cover least, or above a bar at the foot of the page. They stay there while any is
 * left: text that is being read must not jump, unless a bar comes below them. With a fixed place at the bottom, they covered the button that raised them; at the top,
 * the title; with either of these, the heading of a card.
 */
function useFreePlace(area: RefObject<HTMLElement | null>, hasAny: boolean, isInDialog: boolean): Place {
  const [place, setPlace] = useState<Place>('foot')
  // After a dialog closed: the page below is about to be rendered again, and on its title the toasts stay where they were.
  const [isCarried] = useState(() => hasAny && !isInDialog && matchMedia('(width < 64rem)').matches)
  const places = isCarried ? ON_TITLE : PLACES
  useLayoutEffect(() => {
    const element = area.current
    const list = element?.firstElementChild
    if (!element || !list || !hasAny) return
    const hits = () => hitsUnder(list.getBoundingClientRect())
    const choose = () => {
      // Hidden meanwhile: the browser would count toasts seen in two places as a layout shift.
      element.style.visibility = 'hidden'
      // One covered element of a kind costs more than all points of the later kinds.
      const choice = !isInDialog && document.querySelector(FOOT) ? ON_FOOT : places
      const costs = choice.map((at) => {
        element.dataset.place = at
        const under = hits()
        return [FEET, HEADS, TAKEN, LINK].reduce((cost, what) => cost * 100 + under.filter(lieOn(what)).length, 0)
      })
      const best = choice[costs.indexOf(Math.min(...costs))] ?? 'foot'
      element.dataset.place = best
      element.style.visibility = ''
      setPlace(best)
    }
    choose()
    const observer = new MutationObserver(() => {
      if (document.querySelector(FEET) && hits().some(lieOn(FEET))) choose()
    })
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-foot'] })
    return () => observer.disconnect()
  }, [area, hasAny, isInDialog, places])
  return place
}

/** Makes the page longer by the height of the toasts, so that its end can be scrolled clear of them. */
function useRoomAtEnd(area: RefObject<HTMLElement | null>, toasts: readonly unknown[]): void {
  useEffect(() => {
    // Each dialog that opens or closes moves the area, and asking for its height lays the page out.
    const height = toasts.length > 0 ? (area.current?.offsetHeight ?? 0) : 0
    if (height === 0) return
    const { style } = document.documentElement
    style.setProperty(TOASTS_HEIGHT, `calc(${height}px + var(--space-6))`)
    return () => void style.removeProperty(TOASTS_HEIGHT)
  }, [area, toasts])
}

const TOASTS_HEIGHT = '--toasts-height'

const STEPS = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98]

/** Elements below the toasts, for each point of a grid. */
const hitsUnder = ({ left, top, width, height }: DOMRect): Element[][] =>
  STEPS.flatMap((x) => STEPS.map((y) => document.elementsFromPoint(left + x * width, top + y * height)))

const lieOn = (what: string) => (hits: readonly Element[]) => hits.some((hit) => hit.closest(what))

const icons = { success: 'check', error: 'alert', neutral: 'info' } satisfies Record<ToastCategory, IconName>
