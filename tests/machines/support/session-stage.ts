import { createActor, SimulatedClock, waitFor } from 'xstate'
import type { User } from '#domain/users/user.schema.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import type { LoginAttempt, LoginFailure, SessionEmitted, Tokens } from '#src/session/session.context.ts'
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

/** With what the school's login led back, if it did. */
interface Arrival {
  schoolCode?: string
  failure?: LoginFailure
}

/** A session whose calls the test answers, on a clock that the test moves. */
export function startSession(stored: StoredSession | null = null, arrival: Arrival = {}) {
  const clock = new SimulatedClock()
  let slept = 0
  /** somebody types on the screen that is shown */
  const typing = { hasTyped: false }
  const now = () => NOON + clock.now() + slept
  /** time passes, and no timer runs */
  const sleep = (milliseconds: number) => {
    slept += milliseconds
  }
  const calls = {
    logIn: scriptedActor<Tokens & { user: User | null }, LoginAttempt>(),
    refresh: scriptedActor<Tokens, { refreshToken: string }>(),
    fetchUser: scriptedActor<User, Tokens>(),
    invalidate: scriptedActor<void, { refreshToken: string }>(),
  }
  const forgotten: (string | null)[] = []
  const kept: (User | null)[] = []
  const begun: (string | null)[] = []
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
        begin: ({ context }) => begun.push(context.refreshToken),
      },
    }),
    { input: { stored, ...arrival, now, hasTyped: () => typing.hasTyped }, clock, inspect: coverage.inspect },
  )
  session.on('*', (emitted) => allEmitted.push(emitted))
  session.start()

  /** tokens that the server gives at this moment */
  const tokens = (refreshToken: string, userId: number) => tokensOf(refreshToken, { userId, issuedAt: now() })
  return { session, calls, clock, now, sleep, typing, tokens, forgotten, kept, begun, allEmitted }
}

export const refused = new Error('Failed', { cause: new ApiError({ status: 401, reason: 'token-revoked' }) })
export const silent = new Error('Failed', { cause: new NetworkError() })
export const busy = new Error('Failed', { cause: new ApiError({ status: 503, reason: 'unavailable', retryAfter: 20 }) })
/** Error as the server refuses a login, by its reason alone: statuses may change. */
export const refusedFor = (reason: string, details: object = {}, status = 403) =>
  new Error('Failed', { cause: new ApiError({ status, reason, details: { reason, ...details } }) })
export const challenge = { ticket: 'ticket', factors: ['totp', 'recovery-code'], passkey: null } as const
export const factorNeeded = refusedFor('second-factor-needed', challenge)
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

/** The password was right, and a code or a passkey is awaited. */
export async function challenged() {
  const stage = startSession()
  stage.session.send({ type: 'login.submitted', credentials })
  stage.calls.logIn.last.reject(factorNeeded)
  await waitFor(stage.session, (snapshot) => snapshot.matches('awaitingFactor'))
  return stage
}

export async function waiting(error: unknown = silent) {
  const stage = startSession(expired())
  stage.calls.refresh.last.reject(error)
  await waitFor(stage.session, (snapshot) => snapshot.matches({ reauthenticating: 'waiting' }))
  return stage
}
