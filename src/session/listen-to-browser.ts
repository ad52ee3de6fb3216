import type { SessionActor } from './session.machine.ts'
import { REFRESH_TOKEN_KEY, type SessionStorage } from './session-storage.ts'

/** Tells the session what other tabs do to it, and when the network is back. Returns how to stop listening. */
export function listenToBrowser(actor: SessionActor, storage: SessionStorage, browser: EventTarget): () => void {
  const listening = new AbortController()
  const { signal } = listening

  browser.addEventListener(
    'storage',
    (event) => {
      if (!isOfSession(event)) return
      const stored = storage.read()
      actor.send(stored ? { type: 'session.replaced', stored } : { type: 'session.removed' })
    },
    { signal },
  )
  browser.addEventListener('online', () => actor.send({ type: 'network.returned' }), { signal })

  return () => listening.abort()
}

/** A key of null means that all of the storage was cleared. */
const isOfSession = (event: Event): boolean => 'key' in event && (event.key === REFRESH_TOKEN_KEY || event.key === null)
