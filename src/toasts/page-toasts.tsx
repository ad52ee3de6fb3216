import { useSelector } from '@xstate/react'
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import styles from './page-toasts.module.css'
import type { ToastCategory } from './toasts.machine.ts'
import { useToasts } from './toasts-context.ts'

/**
 * What is said, where it can be read and heard: an open modal dialog makes the page behind it inert, live regions
 * included, so then the area stands in the dialog on top.
 */
export function PageToasts() {
  usePauseWhileHidden()
  const dialog = useSyncExternalStore(onDialogs, dialogOnTop)
  return dialog ? createPortal(<ToastArea />, dialog) : <ToastArea />
}

/** What is said to a page that nobody sees waits until somebody does. */
function usePauseWhileHidden(): void {
  const actor = useToasts()
  useEffect(() => {
    const follow = () => actor.send({ type: document.hidden ? 'reading.paused' : 'reading.resumed' })
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [actor])
}

/** Whoever opens or closes a dialog, and in whatever order: it shows in this attribute. */
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

/** The live region has to stand in the page before anything is said in it, so it is rendered empty as well. */
export function ToastArea() {
  const actor = useToasts()
  const toasts = useSelector(actor, ({ context }) => context.toasts)
  const pause = () => actor.send({ type: 'reading.paused' })
  const resume = () => actor.send({ type: 'reading.resumed' })
  // Who points at a toast while its dialog closes is not seen to stop.
  useEffect(() => () => actor.send({ type: 'reading.resumed' }), [actor])

  return (
    <section className={styles.area} aria-label="Meldingen">
      <div
        role="status"
        className={styles.list}
        onPointerEnter={pause}
        onPointerLeave={resume}
        onFocus={pause}
        onBlur={resume}
      >
        {toasts.map(({ id, category, text }) => (
          <div key={id} className={styles.toast} data-category={category}>
            <Icon name={icons[category]} />
            <p>{text}</p>
            <button
              type="button"
              className={styles.dismiss}
              aria-label="Melding sluiten"
              onClick={() => actor.send({ type: 'toast.dismissed', id })}
            >
              <Icon name="cross" />
            </button>
          </div>
        ))}
      </div>
    </section>
  )
}

export const icons = { success: 'check', error: 'alert', neutral: 'info' } satisfies Record<ToastCategory, IconName>

/** Colour and icon are not all that tells them apart. */
export const names = { success: 'Gelukt:', error: 'Fout:', neutral: 'Let op:' } satisfies Record<ToastCategory, string>
