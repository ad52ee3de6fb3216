import { createActor, SimulatedClock } from 'xstate'
import type { Credentials } from '#domain/sessions/session.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { SessionEmitted, Tokens } from '#src/session/session.context.ts'
import { sessionMachine } from '#src/session/session.machine.ts'
import type { StoredSession } from '#src/session/session-storage.ts'
import { scriptedActor } from './scripted-actor.ts'
import { tokensOf } from './tokens.ts'
import { transitionCoverage } from './transition-coverage.ts'

export const NOON = Date.UTC(2026, 10, 24, 12)
export const MINUTE = 60_000

export const coverage = transitionCoverage(sessionMachine)

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
