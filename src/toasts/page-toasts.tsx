import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import styles from './page-toasts.module.css'
import { type ToastCategory, toastsInSight } from './toasts.machine.ts'
import { useToasts } from './toasts-context.ts'

/**
 * Toasts, where they can be seen and read aloud: an open modal dialog makes the page behind it inert, live regions
 * included, so then the area stands in the dialog on top.
 */
export function PageToasts() {
  usePauseWhileHidden()
  const dialog = useSyncExternalStore(onDialogs, dialogOnTop)
  return dialog ? createPortal(<ToastArea isInDialog />, dialog) : <ToastArea />
}

/** Pauses toasts while nobody sees the page. */
function usePauseWhileHidden(): void {
  const actor = useToasts()
  useEffect(() => {
    const follow = () => actor.send({ type: document.hidden ? 'reading.paused' : 'reading.resumed' })
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [actor])
}

/** Every dialog that opens or closes, in any order, shows in this attribute. */
function onDialogs(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] })
  return () => observer.disconnect()
}

/** Which of several lies on top only the browser knows: what is inert can't be hit, and the top one's veil covers all. */
function dialogOnTop(): HTMLDialogElement | null {
  const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog:modal')
  const hit = dialogs.length > 1 && document.elementFromPoint(0, 0)?.closest<HTMLDialogElement>('dialog:modal')
  return hit || (dialogs[dialogs.length - 1] ?? null)
}

/** Beside a dialog there is little room. */
const MOST_SHOWN = { page: 3, dialog: 1 }

/** ms for a user who points at a toast: what lies beneath it may be what they want, and can't be pressed until it goes */
const LONGEST_PAUSE_MS = 10_000

/** The live region has to stand in the page before anything is said in it, so it is rendered empty as well. */
function ToastArea({ isInDialog = false }: { isInDialog?: boolean }) {
  const actor = useToasts()
  const toasts = useSelector(actor, ({ context }) => context.toasts)
  const [wantsAll, setWantsAll] = useState(false)
  const area = useRef<HTMLElement>(null)
  const place = useFreePlace(area, toasts.length > 0, isInDialog)
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
  // Who points at a toast while its dialog closes is not seen to stop.
  useEffect(() => () => actor.send({ type: 'reading.resumed' }), [actor])
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
              data-layout="grid fixed"
              data-text="muted"
              aria-label="Melding sluiten"
              onClick={() => actor.send({ type: 'toast.dismissed', id })}
            >
              <Icon name="cross" />
            </button>
          </div>
        ))}
      </div>
      {/* Outside the live region, which would read it out at each toast that comes or goes. */}
      {gathered > 0 && (
        <button
          type="button"
          className={styles.gathered}
          data-layout="target"
          data-text="accent small strong"
          data-pad="x4"
          onClick={() => setWantsAll(true)}
        >
          en nog {gathered} {gathered === 1 ? 'melding' : 'meldingen'}
        </button>
      )}
    </section>
  )
}

/** Those that come first are preferred; `title` lies on the page's title, where both others lie on a card's head. */
const PLACES = ['foot', 'head', 'title'] as const
type Place = (typeof PLACES)[number]
const ON_TITLE: readonly Place[] = ['title']

/** Head of a card, by which one knows what it is: a toast covers none of them where there is any other place. */
const HEADS = 'h2, h3, [data-moment]'
/** Other elements that a toast should not cover: buttons and fields, titles of the page, and a dialog. */
const TAKEN = 'button, input, select, textarea, label, h1, dialog > *'
/** Nor on these, if it can be helped: a list may consist of them. */
const LINK = 'a'

/**
 * Where the first of them lies on least of that; there they stay as long as any is left, for what is being read must not
 * jump. Once it was always the foot, and lay on the button that raised it; then the head, and lay on the title; then
 * either, and lay on a card's head.
 */
function useFreePlace(area: RefObject<HTMLElement | null>, hasAny: boolean, isInDialog: boolean): Place {
  const [place, setPlace] = useState<Place>('foot')
  // Out of a dialog that closed: the page below is about to be drawn again, and on its title they stay where they were.
  const [isCarried] = useState(() => hasAny && !isInDialog && matchMedia('(width < 64rem)').matches)
  const places = isCarried ? ON_TITLE : PLACES
  useLayoutEffect(() => {
    const element = area.current
    const list = element?.firstElementChild
    if (!element || !list || !hasAny) return
    // Out of sight, for to the browser it would have been seen at both places, and have jumped.
    element.style.visibility = 'hidden'
    const under = (at: Place) => {
      element.dataset.place = at
      return hitsUnder(list.getBoundingClientRect())
    }
    // One head weighs more than all points of what comes after it.
    const costs = places.map((at) => {
      const hits = under(at)
      return [HEADS, TAKEN, LINK].reduce((cost, what) => cost * 100 + hits.filter(lieOn(what)).length, 0)
    })
    const best = places[costs.indexOf(Math.min(...costs))] ?? 'foot'
    element.dataset.place = best
    element.style.visibility = ''
    setPlace(best)
  }, [area, hasAny, places])
  return place
}

const STEPS = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98]

/** Elements under it, point by point. */
const hitsUnder = ({ left, top, width, height }: DOMRect): Element[][] =>
  STEPS.flatMap((x) => STEPS.map((y) => document.elementsFromPoint(left + x * width, top + y * height)))

const lieOn = (what: string) => (hits: readonly Element[]) => hits.some((hit) => hit.closest(what))

const icons = { success: 'check', error: 'alert', neutral: 'info' } satisfies Record<ToastCategory, IconName>
