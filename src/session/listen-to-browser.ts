import type { SessionActor } from './session.machine.ts'
import { REFRESH_TOKEN_KEY, type SessionStorage } from './session-storage.ts'

/** Tells the session what other tabs do to it, and when the network is back. Returns how to stop listening. */
export function listenToBrowser(actor: SessionActor, storage: SessionStorage, browser: EventTarget): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const follow = () => {
    const stored = storage.read()
    actor.send(stored ? { type: 'session.replaced', stored } : { type: 'session.removed' })
  }

  browser.addEventListener('storage', (event) => isOfSession(event) && follow(), { signal })
  browser.addEventListener('pageshow', (event) => wasSetAside(event) && follow(), { signal })
  browser.addEventListener('online', () => actor.send({ type: 'network.returned' }), { signal })

  return () => listening.abort()
}

/** The back button can bring a page as it was left; what happened meanwhile it was not told. */
const wasSetAside = (event: Event): boolean => 'persisted' in event && event.persisted === true

/** A key of null means that all of the storage was cleared. */
const isOfSession = (event: Event): boolean => 'key' in event && (event.key === REFRESH_TOKEN_KEY || event.key === null)
