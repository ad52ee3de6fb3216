import { createActor, SimulatedClock, waitFor } from 'xstate'
import type { Credentials } from '#domain/sessions/session.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import type { SessionEmitted, Tokens } from '#src/session/session.context.ts'
import { sessionMachine } from '#src/session/session.machine.ts'
import type { StoredSession } from '#src/session/session-storage.ts'
import { sanne } from './people.ts'
import { scriptedActor } from './scripted-actor.ts'
import { tokensOf } from './tokens.ts'
import { transitionCoverage } from './transition-coverage.ts'

export const NOON = Date.UTC(2026, 10, 24, 12)
export const MINUTE = 60_000

export const coverage = transitionCoverage(sessionMachine)

/** A transition of who has a session: session-renewal.test.ts takes these, session.machine.test.ts all others. */
export const isOfRenewal = (transition: string) => /^session\.(reauthenticating|authenticated)\b/.test(transition)

/** A session whose calls the test answers, on a clock that the test moves. */
export function startSession(stored: StoredSession | null = null) {
  const clock = new SimulatedClock()
  let slept = 0
  const now = () => NOON + clock.now() + slept
  /** time passes, and no timer runs */
  const sleep = (milliseconds: number) => {
    slept += milliseconds
  }
  const calls = {
    logIn: scriptedActor<Tokens & { user: User }, Credentials>(),
    refresh: scriptedActor<Tokens, { refreshToken: string }>(),
    fetchUser: scriptedActor<User, Tokens>(),
    invalidate: scriptedActor<void, { refreshToken: string }>(),
  }
  const forgotten: (string | null)[] = []
  const kept: (User | null)[] = []
  const allEmitted: SessionEmitted[] = []

  const session = createActor(
    sessionMachine.provide({
      actors: {
        logIn: calls.logIn.logic,
        refresh: calls.refresh.logic,
        fetchUser: calls.fetchUser.logic,
        invalidate: calls.invalidate.logic,
      },
      actions: {
        forget: ({ context }) => forgotten.push(context.refreshToken),
        keep: ({ context }) => kept.push(context.user),
      },
    }),
    { input: { stored, now }, clock, inspect: coverage.inspect },
  )
  session.on('*', (emitted) => allEmitted.push(emitted))
  session.start()

  /** tokens that the server gives at this moment */
  const tokens = (refreshToken: string, userId: number) => tokensOf(refreshToken, { userId, issuedAt: now() })
  return { session, calls, clock, now, sleep, tokens, forgotten, kept, allEmitted }
}

export const refused = new Error('Failed', { cause: new ApiError({ status: 401, reason: 'token-revoked' }) })
export const silent = new Error('Failed', { cause: new NetworkError() })
export const busy = new Error('Failed', { cause: new ApiError({ status: 503, reason: 'unavailable', retryAfter: 20 }) })
export const credentials = { username: sanne.username, password: 'geheim-genoeg' }

export const keptSession = () => ({ ...tokensOf('old', { userId: sanne.id, issuedAt: NOON }), user: sanne })
export const expired = () => ({ ...tokensOf('old', { userId: sanne.id, issuedAt: NOON - 60 * MINUTE }), user: sanne })
export const onlyRefreshToken = { refreshToken: 'old', access: null, user: null }

export async function loggedIn() {
  const stage = startSession()
  stage.session.send({ type: 'login.submitted', credentials })
  stage.calls.logIn.last.resolve({ ...stage.tokens('first', sanne.id), user: sanne })
  await waitFor(stage.session, (snapshot) => snapshot.matches('authenticated'))
  return stage
}

export async function waiting(error: unknown = silent) {
  const stage = startSession(expired())
  stage.calls.refresh.last.reject(error)
  await waitFor(stage.session, (snapshot) => snapshot.matches({ reauthenticating: 'waiting' }))
  return stage
}
