import { createActor } from 'xstate'
import type { AppEventName } from '#contract/app-events.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { changeOwnPassword } from '#contract/own-password.gen.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { type Api, createApi, createPublicApi } from '#src/api/api.ts'
import { ApiError, isDone, isFromGateway } from '#src/api/api-error.ts'
import { trackOwnChange } from '#src/live/app-events.ts'
import { dropCard } from '#src/offline/drop-card.ts'
import { bearerOf } from '#src/session/bearer.ts'
import { inTurn } from '#src/session/in-turn.ts'
import { type SessionActor, sessionMachine } from '#src/session/session.machine.ts'
import { listenToBrowser, sessionActors } from '#src/session/session-actors.ts'
import { deviceClock, sessionStorageIn } from '#src/session/session-storage.ts'
import { sessionView } from '#src/session/session-view.tsx'
import { type ProofReason, withProof } from '#src/session/step-up.ts'
import { watchTyping } from '#src/session/typing.ts'
import { arrival } from './arrival.ts'
import { connection } from './connection.ts'

const now = deviceClock()
const storage = sessionStorageIn(localStorage)
const typing = watchTyping(document)

/** For a new screen, on which nothing is typed yet. */
export const forgetTyped = typing.forget

/** Handles a refused token. Another may just have replaced it, in this tab or in another: waits for that first. */
export async function unauthorized(token: string): Promise<void> {
  await inTurn(navigator.locks, async () => {
    const stored = storage.read()
    if (stored?.access && stored.access.token !== token) session.send({ type: 'session.replaced', stored })
  })
  session.send({ type: 'token.refused', token })
}

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
        dropCard()
        if (context.refreshToken) storage.forget(context.refreshToken)
      },
      keep: ({ context: { refreshToken, access, user } }) => {
        if (refreshToken) storage.replace(refreshToken, { refreshToken, access, user })
      },
      begin: ({ context: { refreshToken, access } }) => {
        if (refreshToken) storage.begin({ refreshToken, access, user: null })
      },
    },
  }),
  // A user who returns from their school's login counts as another user until the server says who it is.
  {
    input: {
      stored: arrival.schoolCode === null ? storage.read() : null,
      ...arrival,
      now,
      hasTyped: typing.hasTyped,
    },
  },
)

let refusedAddress = ''
session.on('session.ended', ({ cause, user }) => {
  refusedAddress = (cause === 'refused' && user?.username) || ''
})
/** Address of the login that the server refused last, to fill in again. */
export const lastRefused = (): string => refusedAddress

/** The same API; after a password change, the session goes on with the new tokens, since the old ones are revoked. */
function keepingTokens(api: Api): Api {
  const follow = (target: Endpoint, ...input: [Link]): Promise<unknown> => {
    const send = () => api.follow(target, ...input)
    return target === changeOwnPassword
      ? loadStepUp().then(({ keepTokens }) => keepTokens({ session, storage, now }, send))
      : send()
  }
  // The types depend on the endpoint in a way that the compiler can check for callers, but not here.
  return { ...api, follow: follow as Api['follow'] }
}

const loadStepUp = () => import('./step-up.tsx')

const proveAgain = (why: ProofReason): Promise<boolean> =>
  loadStepUp().then(({ proveAgain }) => proveAgain({ api: ownApi, session, storage, why }))

let returning: Promise<boolean> | undefined

/**
 * Asks the user to log in above the hidden screen on which they were typing; resolves to whether the same user logged in. If
 * the login cannot be shown, the typed text is given up.
 */
function comeBack(): Promise<boolean> {
  const focused = document.activeElement
  document.documentElement.dataset.lapsed = ''
  returning ??= import('./log-in-again.tsx')
    .then(
      ({ openLogInAgain }) => openLogInAgain({ session, publicApi, focused }),
      () => {
        session.send({ type: 'logout.requested' })
        return false
      },
    )
    .finally(() => {
      delete document.documentElement.dataset.lapsed
      returning = undefined
    })
  return returning
}

/** Text typed into the login form is no reason to keep a screen. */
function followTyping(): void {
  let isBack = false
  session.on('session.lapsed', () => {
    isBack = true
    void comeBack()
  })
  session.on('session.ended', typing.forget)
  session.on('session.started', () => {
    if (!isBack) typing.forget()
    isBack = false
  })
}

const ownApi = keepingTokens(
  createApi({
    bearer: () => bearerOf(session),
    unauthorized,
    // If this fails to load, the screen that sent the write says the same.
    lost: (write) =>
      void import('./lost-answers.tsx').then(
        ({ follow }) => follow(write),
        () => undefined,
      ),
  }),
)

const isLapsed = () => session.getSnapshot().context.isLapsed

export const api = watchedApi(withProof(ownApi, { prove: proveAgain, isLapsed, comeBack }), {
  onAnswer: () => connection.send({ type: 'request.answered' }),
  onSilence: () => connection.send({ type: 'request.unanswered' }),
  onChange: trackOwnChange,
})

/** The server's time, in ms since the epoch. */
export const serverNow = (): number => now() + sessionView(session.getSnapshot()).clockOffset

/** Whether this user is still logged in, or again. */
export const isLoggedIn = ({ id }: Pick<User, 'id'>): boolean => session.getSnapshot().context.user?.id === id

export function startSession(): void {
  listenToBrowser(session, storage, window)
  followTyping()
  session.start()
}

interface ApiListener {
  onAnswer: () => void
  onSilence: () => void
  /** called with each write when it is sent */
  onChange: (change: Promise<unknown>, event: AppEventName | undefined) => void
}

const isAnswer = (error: unknown): boolean => isDone(error) || (error instanceof ApiError && !isFromGateway(error))

function unlessDone(error: unknown): void {
  if (!isDone(error)) throw error
}

/** The same API; reports whether calls get an answer, refusals included, and which calls are writes. */
function watchedApi(api: Api, { onAnswer, onSilence, onChange }: ApiListener): Api {
  const watch = <Reply>(reply: Promise<Reply>): Promise<Reply> => {
    reply.then(onAnswer, (error) => (isAnswer(error) ? onAnswer() : onSilence()))
    return reply
  }
  const watchChange = <Reply>(method: string, { event }: Endpoint, reply: Promise<Reply>): Promise<Reply> => {
    if (method !== 'GET') onChange(reply.catch(unlessDone), event)
    return watch(reply)
  }
  return {
    call: (target, ...input) => watchChange(target.method, target, api.call(target, ...input)),
    follow: (target, link, ...input) => watchChange(link.method, target, api.follow(target, link, ...input)),
    download: (target, link) => watch(api.download(target, link)),
  }
}
