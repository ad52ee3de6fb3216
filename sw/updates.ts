import { isMessage, type TakeOver } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

const AGAIN_AFTER_MS = 500
const TIMES = 40

/** A new version waits for a message, from a window or from the version before it, that nothing is in its way. */
export function takeOverOnWord(): void {
  self.addEventListener('message', (event) => {
    if (isMessage<TakeOver>(event.data, 'SKIP_WAITING')) event.waitUntil(takeOver())
  })
}

/**
 * Once is not always enough: Chromium asks the version in charge only then to let go, and forgets it where that one is
 * just being started for a question. It would be half a minute of silence, in which windows ask and ask.
 */
async function takeOver(): Promise<void> {
  for (let asked = 0; asked < TIMES && self.registration.waiting; asked += 1) {
    await self.skipWaiting()
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
}

let hasRestarted = false

/**
 * Brings in a version that waits, where a start begins the only window there is: the page is asked for once more when
 * the new version is in charge. Browsers do this by themselves only when all windows have been closed, which reloading never is.
 */
export const restartingFirst =
  <Navigation extends { request: Request }>(page: (navigation: Navigation) => Promise<Response>) =>
  async (navigation: Navigation): Promise<Response> =>
    // Once: if the new version cannot take over, this one goes on.
    !hasRestarted && (await isFreshStart(navigation.request)) && letWaitingVersionIn() ? restart() : page(navigation)

/** The window that reloads is still among them; another one would have its code replaced. */
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

/** It cannot take over before this request is answered, hence an answer that waits for it, and then asks for the page. */
function restart(): Response {
  hasRestarted = true
  const nonce = crypto.randomUUID()
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'`,
  }
  return new Response(waitingPage(nonce), { headers })
}

/** longest wait, after which this version goes on */
const LONGEST_MS = 5_000

/**
 * Empty, in the colours of the device. It asks again only when the new version is in charge: Chromium left a request
 * that came in between without an answer. `replace` is no reload, so this version, if it is asked after all, gives its page;
 * but where an address ends in a fragment, as on the way back from the school's login, it would ask for nothing.
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
