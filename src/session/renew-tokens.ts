import type { SessionActor } from './session.machine.ts'
import { outdate } from './session-sending.ts'
import type { SessionStorage } from './session-storage.ts'

/**
 * After a proof the session goes on with new tokens, which it fetches as if the present ones had expired: whatever waits until
 * then waits for them, and the other tabs adopt them from the storage. The server ends the old ones a minute later.
 */
export function renewTokens(session: SessionActor, storage: SessionStorage): void {
  const { refreshToken, access, user } = session.getSnapshot().context
  if (refreshToken === null) return
  outdate((storage.read()?.access ?? access)?.token)
  session.send({ type: 'session.replaced', stored: { refreshToken, access: null, user } })
}
