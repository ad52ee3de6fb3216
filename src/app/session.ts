import { createActor } from 'xstate'
import type { User } from '#domain/users/user.schema.ts'
import { createApi, createPublicApi } from '#src/api/api.ts'
import { ownChange } from '#src/live/app-events.ts'
import { deviceClock } from '#src/session/access-token.ts'
import { bearerOf } from '#src/session/bearer.ts'
import { type SessionActor, sessionMachine } from '#src/session/session.machine.ts'
import { listenToBrowser, sessionActors } from '#src/session/session-actors.ts'
import { sessionStorageIn } from '#src/session/session-storage.ts'
import { sessionView } from '#src/session/session-view.tsx'
import { connection } from './connection.ts'
import { watchedApi } from './watched-api.ts'

const now = deviceClock()
const storage = sessionStorageIn(localStorage)
export const unauthorized = (token: string) => session.send({ type: 'token.refused', token })

export const publicApi = createPublicApi()

export const session: SessionActor = createActor(
  sessionMachine.provide({
    actors: sessionActors({
      publicApi,
      apiWith: (token) => createApi({ bearer: async () => token, unauthorized: () => {} }),
      storage,
      locks: navigator.locks,
      now,
    }),
    actions: {
      forget: ({ context }) => {
        if (context.refreshToken) storage.forget(context.refreshToken)
      },
      keep: ({ context: { refreshToken, access, user } }) => {
        if (refreshToken) storage.replace(refreshToken, { refreshToken, access, user })
      },
    },
  }),
  { input: { stored: storage.read(), now } },
)

export const api = watchedApi(createApi({ bearer: () => bearerOf(session), unauthorized }), {
  onAnswer: () => connection.send({ type: 'request.answered' }),
  onSilence: () => connection.send({ type: 'request.unanswered' }),
  onChange: ownChange,
})

/** The server's time, in milliseconds since the epoch. */
export const serverNow = (): number => now() + sessionView(session.getSnapshot()).clockOffset

/** Whether this person still is; whoever logged out and in again is. */
export const isLoggedIn = ({ id }: Pick<User, 'id'>): boolean => session.getSnapshot().context.user?.id === id

export function startSession(): void {
  listenToBrowser(session, storage, window)
  session.start()
}
