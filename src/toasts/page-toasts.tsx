import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { ToastArea } from './toast-area.tsx'
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
