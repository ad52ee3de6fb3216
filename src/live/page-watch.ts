import type { LiveEvent } from './live.events.ts'

/** Who comes back within minutes finds all as it is; who leaves the phone in a pocket costs nothing. */
const LET_GO_AFTER_MS = 3 * 60_000

/** As much of a window as it takes. */
interface Page extends EventTarget {
  document: EventTarget & { visibilityState: string }
}

/**
 * Tells when nobody has looked at the page for long, and when somebody does again. A page that the browser sets aside
 * lets go at once: with a connection or a lock it could not be kept for the back button. Returns how to stop.
 */
export function watchPage(page: Page, send: (event: LiveEvent) => void): () => void {
  const watching = new AbortController()
  const { signal } = watching
  let timer: ReturnType<typeof setTimeout> | undefined

  const leave = () => send({ type: 'page.left' })
  const look = () => {
    clearTimeout(timer)
    if (page.document.visibilityState === 'visible') send({ type: 'page.returned' })
    else timer = setTimeout(leave, LET_GO_AFTER_MS)
  }
  page.document.addEventListener('visibilitychange', look, { signal })
  page.addEventListener('pagehide', leave, { signal })
  page.addEventListener('pageshow', look, { signal })
  look()

  return () => {
    clearTimeout(timer)
    watching.abort()
  }
}
