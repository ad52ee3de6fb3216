import { authorise } from '#api-server/platform/authorise.ts'
import type { Caller } from '#server/bearer.ts'
import type { DeskRequest } from './desk-request.ts'

/** Who asks the desk something about this user, and in which way. Throws `not-yours`. */
export function askedBy(caller: Caller, userId: number): Pick<DeskRequest, 'by' | 'actor_id' | 'session_id'> {
  const by = authorise(caller, userId)
  return { by, actor_id: by === 'administrator' ? caller.id : undefined, session_id: caller.sessionId }
}
