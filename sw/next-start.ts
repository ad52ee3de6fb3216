declare const self: ServiceWorkerGlobalScope

let hasRestarted = false

/**
 * Brings in a version that waits, where a start begins the only window there is: the page is asked for once more, and the
 * new version answers. Browsers do this by themselves only when all windows have been closed, which reloading never is.
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

/** It cannot take over before this request is answered, hence an answer that asks for the page again. */
function restart(): Response {
  hasRestarted = true
  return new Response('', { headers: { refresh: '0', 'content-type': 'text/html' } })
}
