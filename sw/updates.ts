import { isMessage, type TakeOver } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

const AGAIN_AFTER_MS = 500
const TIMES = 40

/** Activates a new version when a window, or the version before it, says that nothing prevents it. */
export function takeOverOnWord(): void {
  self.addEventListener('message', (event) => {
    if (isMessage<TakeOver>(event.data, 'SKIP_WAITING')) event.waitUntil(takeOver())
  })
}

/**
 * Repeats `skipWaiting`: Chromium asks the active version only once to stop, and forgets that if it is just being started for a
 * request. Without this, windows could get no answer for half a minute.
 */
async function takeOver(): Promise<void> {
  for (let asked = 0; asked < TIMES && self.registration.waiting; asked += 1) {
    await self.skipWaiting()
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
}

let hasRestarted = false

/**
 * Activates a waiting version when a start opens the only window: the page is requested again once the new version is active.
 * Browsers do this by themselves only after all windows were closed, which a reload is not.
 */
export const restartingFirst =
  <Navigation extends { request: Request }>(page: (navigation: Navigation) => Promise<Response>) =>
  async (navigation: Navigation): Promise<Response> =>
    // Once: if the new version cannot take over, this one continues.
    !hasRestarted && (await isFreshStart(navigation.request)) && letWaitingVersionIn() ? restart() : page(navigation)

/** A reloading window is still in the list; in any other window code would be replaced. */
async function isFreshStart({ isReloadNavigation }: Request & { isReloadNavigation?: boolean }): Promise<boolean> {
  if (!self.registration.waiting) return false
  const { length } = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return length === 0 || (length === 1 && isReloadNavigation === true)
}

function letWaitingVersionIn(): boolean {
  const { waiting } = self.registration
  waiting?.postMessage({ type: 'SKIP_WAITING' })
  return waiting !== null
}

/** The new version takes over only after this answer: a page that waits for that, and then requests the real page. */
function restart(): Response {
  hasRestarted = true
  const nonce = crypto.randomUUID()
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'`,
  }
  return new Response(waitingPage(nonce), { headers })
}

/** Longest wait (ms), after which this version continues. */
const LONGEST_MS = 5_000

/**
 * Empty page in the device's colours. It requests the page only once the new version is active: Chromium left requests in
 * between unanswered. `replace` is not a reload, so this version gives its page if it is asked after all. But with a fragment
 * in the address, as after the school's login, `replace` would request nothing.
 */
const waitingPage = (nonce: string) => `<!doctype html><html lang="nl"><meta name="color-scheme" content="light dark">
<title>Wiskunde inschrijven</title><script nonce="${nonce}">
const look = async () => {
  const { active, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {}
  const isDone = !waiting && active?.state !== 'activating'
  if (!isDone && performance.now() < ${LONGEST_MS}) setTimeout(look, 20)
  else if (location.hash) location.reload()
  else location.replace(location.href)
}
look()
</script></html>`
