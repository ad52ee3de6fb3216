import { ApiError } from '#src/api/api-error.ts'
import { timeLeft } from './access-token.ts'
import type { SessionActor } from './session.machine.ts'
import { causeOf } from './session-failure.ts'

/**
 * A token that is good to use now; where it takes a refresh, this waits for it. Rejects with the call's own error when
 * that fails or the session is over, so that a request is never sent with a token that would end the session.
 */
export function bearerOf(actor: SessionActor): Promise<string> {
  actor.send({ type: 'token.needed' })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const subscription = actor.subscribe(settle)
  settle(actor.getSnapshot())
  return promise.finally(() => subscription.unsubscribe())

  function settle(snapshot: ReturnType<SessionActor['getSnapshot']>) {
    const { access, now, problem } = snapshot.context
    if (access && timeLeft(access, now()) > 0) resolve(access.token)
    else if (snapshot.matches({ reauthenticating: 'waiting' })) reject(causeOf(problem))
    else if (snapshot.matches('unauthenticated')) reject(new ApiError({ status: 401, reason: 'token-missing' }))
  }
}
