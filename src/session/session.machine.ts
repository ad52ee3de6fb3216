import { type ActorRefFrom, and, assign, emit, fromPromise, not, setup } from 'xstate'
import type { User } from '#domain/users/user.schema.ts'
import {
  challengeIn,
  type EndCause,
  endingOf,
  isRefusal,
  type LoginAttempt,
  type LoginFailure,
  loginFailureOf,
  nothingKnown,
  requestedPause,
  type SessionContext,
  type SessionEmitted,
  type SessionEvent,
  sameOrNew,
  type Tokens,
} from './session.context.ts'
import { type StoredSession, timeLeft } from './session-storage.ts'

const FIRST_RETRY_MS = 1_000
/** The server repeats a lost reply for 60 s, and the first five attempts fall within 31 s. */
const LAST_RETRY_MS = 30_000

const provided = <Output, Input>() =>
  fromPromise<Output, Input>(() => Promise.reject(new Error('src/app provides this actor')))

const endedBy = (cause: EndCause) =>
  [{ type: 'announceEnd', params: { cause } }, { type: 'forget' }, { type: 'end', params: { cause } }] as const

const errorOf = ({ event }: { event: { error: unknown } }) => ({ error: event.error })
const endingIn = ({ event }: { event: { error: unknown } }) => ({ failure: endingOf(event.error) })

/** Only the server's refusal ends a session; after any other error it tries again. */
const unlessRefused = [
  {
    guard: { type: 'isRefusedWhileTyping', params: errorOf },
    target: '#session.unauthenticated',
    actions: ['announceLapse', 'forget', { type: 'lapse', params: endingIn }],
  },
  {
    guard: { type: 'isRefusal', params: errorOf },
    target: '#session.unauthenticated',
    actions: [...endedBy('refused'), { type: 'setFailure', params: endingIn }],
  },
  { target: 'waiting', actions: { type: 'postpone', params: errorOf } },
] as const

/** A code from the school's login starts a session without any input. */
function attemptOf({ context, event }: { context: SessionContext; event: SessionEvent }): LoginAttempt {
  if (event.type === 'login.submitted') return { credentials: event.credentials }
  if (event.type === 'passkey.presented') return { passkey: event.passkey }
  if (event.type === 'factor.submitted') return { ticket: held(context.challenge).ticket, ...event.proof }
  return { schoolCode: held(context.schoolCode) }
}

const failureOf = ({ context, event }: { context: SessionContext; event: { error: unknown } }) => ({
  failure: loginFailureOf(event.error, context),
})

/** In this order: the second forgets what was tried. */
const failed = [
  { type: 'announceFailure', params: failureOf },
  { type: 'fail', params: failureOf },
] as const

const isGood = ({ access, now }: SessionContext): boolean => access !== null && timeLeft(access, now()) > 0

const isInUse = (context: SessionContext, token: string): boolean => context.access?.token === token && isGood(context)

const isTyping = ({ user, hasTyped }: SessionContext): boolean => user !== null && hasTyped()

export interface SessionInput {
  stored: StoredSession | null
  now: () => number
  hasTyped?: () => boolean
  /** code from the school's login, which replaces what is stored, or why that login failed */
  schoolCode?: string | null
  failure?: LoginFailure | null
}

/** Asserts that a value exists: a state that needs a session is never entered without one. */
function held<T>(value: T | null): T {
  if (value === null) throw new Error('No session')
  return value
}

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    input: {} as SessionInput,
  },
  actors: {
    logIn: provided<Tokens & { user: User | null }, LoginAttempt>(),
    refresh: provided<Tokens, { refreshToken: string }>(),
    fetchUser: provided<User, Tokens>(),
    invalidate: provided<void, { refreshToken: string }>(),
  },
  actions: {
    announceEnd: emit(({ context }, { cause }: { cause: EndCause }) => ({
      type: 'session.ended' as const,
      cause,
      user: context.user,
    })),
    forget: () => {},
    keep: () => {},
    /** Stores this session in place of any other. */
    begin: () => {},
    end: assign(({ context }, { cause }: { cause: EndCause }) => ({
      ...nothingKnown,
      discarded: cause === 'logout' ? context.refreshToken : null,
      failure: cause === 'refused' ? ('login-over' as const) : null,
      endSchoolLogin: (cause === 'logout' && context.user?._links.end_school_login) || null,
    })),
    announceLapse: emit(({ context }) => ({ type: 'session.lapsed' as const, user: held(context.user) })),
    lapse: assign(({ context }, { failure }: { failure: LoginFailure | null }) => ({
      ...nothingKnown,
      user: context.user,
      isLapsed: true,
      failure,
    })),
    setFailure: assign((_, { failure }: { failure: LoginFailure }) => ({ failure })),
    adopt: assign((_, { refreshToken, access }: Tokens | StoredSession) => ({
      refreshToken,
      access,
      attempts: 0,
      isLapsed: false,
      schoolCode: null,
      challenge: null,
      endSchoolLogin: null,
    })),
    fail: assign((_, { failure }: { failure: LoginFailure }) => ({ failure, schoolCode: null })),
    announceFailure: emit((_, { failure }: { failure: LoginFailure }) => ({ type: 'login.failed' as const, failure })),
    challenge: assign((_, { error }: { error: unknown }) => ({ challenge: challengeIn(error), schoolCode: null })),
    know: assign(({ context }, { user }: { user: User }) => ({
      user: sameOrNew(context.user, user),
      userIsCurrent: true,
      attempts: 0,
    })),
    postpone: assign(({ context }, { error }: { error: unknown }) => ({
      problem: error,
      attempts: context.attempts + 1,
    })),
  },
  guards: {
    hasSchoolCode: ({ context }) => context.schoolCode !== null,
    asksFactor: (_, { error }: { error: unknown }) => challengeIn(error) !== null,
    /** Another code may be right, until the server says that the challenge is over. */
    isChallenged: ({ context }, { error }: { error: unknown }) =>
      context.challenge !== null && loginFailureOf(error, context) !== 'second-factor-over',
    hasSession: ({ context }) => context.refreshToken !== null,
    hasNoSession: ({ context }) => context.refreshToken === null,
    hasGoodToken: ({ context }) => isGood(context),
    knowsUser: ({ context }) => context.userIsCurrent,
    /** A token that expired on its way, as when the phone slept between two attempts, is refused for that reason only. */
    isInUse: ({ context }, { token }: { token: string }) => isInUse(context, token),
    isAnother: ({ context }, { userId }: { userId: number | undefined }) =>
      context.user !== null && userId !== undefined && context.user.id !== userId,
    isOwn: ({ context }, { user }: { user: User }) => context.user?.id === user.id,
    isRefusal: (_, { error }: { error: unknown }) => isRefusal(error),
    isRefusedWhileTyping: ({ context }, { error }: { error: unknown }) => isRefusal(error) && isTyping(context),
    isInUseWhileTyping: ({ context }, { token }: { token: string }) => isInUse(context, token) && isTyping(context),
    hasSessionWhileTyping: ({ context }) => context.refreshToken !== null && isTyping(context),
    isLapsed: ({ context }) => context.isLapsed,
    mayTryAtOnce: ({ context }) => requestedPause(context.problem) === 0,
  },
  delays: {
    refreshDue: ({ context }) => (context.access ? Math.max(0, timeLeft(context.access, context.now())) : 0),
    backOff: ({ context }) =>
      Math.max(requestedPause(context.problem), Math.min(FIRST_RETRY_MS * 2 ** (context.attempts - 1), LAST_RETRY_MS)),
  },
}).createMachine({
  id: 'session',
  context: ({ input: { stored, schoolCode = null, failure = null, now, hasTyped = () => false } }) => ({
    ...nothingKnown,
    ...stored,
    schoolCode,
    failure,
    discarded: null,
    now,
    hasTyped,
  }),
  initial: 'resuming',
  on: {
    'logout.requested': [
      { guard: 'hasSession', target: '.unauthenticated.invalidating', actions: endedBy('logout') },
      // The typed text is discarded.
      { guard: 'isLapsed', target: '.unauthenticated', actions: endedBy('logout') },
    ],
    'token.refused': [
      {
        guard: { type: 'isInUseWhileTyping', params: ({ event }) => event },
        target: '.unauthenticated',
        actions: ['announceLapse', 'forget', { type: 'lapse', params: { failure: 'login-over' } }],
      },
      {
        guard: { type: 'isInUse', params: ({ event }) => event },
        target: '.unauthenticated',
        actions: endedBy('refused'),
      },
    ],
    'user.changed': {
      guard: { type: 'isOwn', params: ({ event }) => event },
      actions: [{ type: 'know', params: ({ event }) => event }, 'keep'],
    },
    'time.received': {
      actions: assign(({ context, event }) => ({ receivedOffset: event.serverTime - context.now() })),
    },
    'session.removed': [
      {
        guard: 'hasSessionWhileTyping',
        target: '.unauthenticated',
        actions: ['announceLapse', 'forget', { type: 'lapse', params: { failure: null } }],
      },
      { guard: 'hasSession', target: '.unauthenticated', actions: endedBy('other-tab') },
    ],
    'session.replaced': [
      {
        guard: { type: 'isAnother', params: ({ event }) => ({ userId: event.stored.access?.userId }) },
        target: '.resuming',
        actions: [...endedBy('other-user'), assign(({ event }) => event.stored)],
      },
      { target: '.resuming', actions: { type: 'adopt', params: ({ event }) => event.stored } },
    ],
    'session.given': [
      {
        guard: { type: 'isAnother', params: ({ event }) => event.tokens.access },
        target: '.resuming',
        actions: [...endedBy('other-user'), { type: 'adopt', params: ({ event }) => event.tokens }, 'begin'],
      },
      { target: '.resuming', actions: [{ type: 'adopt', params: ({ event }) => event.tokens }, 'begin'] },
    ],
  },
  states: {
    /** Decides how the session continues, by what is known. */
    resuming: {
      always: [
        { guard: 'hasSchoolCode', target: 'authenticating' },
        { guard: 'hasNoSession', target: 'unauthenticated' },
        { guard: and(['hasGoodToken', 'knowsUser']), target: 'authenticated' },
        { guard: 'hasGoodToken', target: 'reauthenticating.fetchingUser' },
        { target: 'reauthenticating' },
      ],
    },

    unauthenticated: {
      initial: 'idle',
      on: { 'login.submitted': 'authenticating', 'passkey.presented': 'authenticating' },
      states: {
        idle: {},
        /** The device has already forgotten the session; ending it on the server can wait and may fail. */
        invalidating: {
          invoke: {
            src: 'invalidate',
            input: ({ context }) => ({ refreshToken: held(context.discarded) }),
            onDone: 'idle',
            onError: 'idle',
          },
          exit: assign({ discarded: null }),
        },
      },
    },

    authenticating: {
      entry: assign({ failure: null }),
      invoke: {
        src: 'logIn',
        input: attemptOf,
        onDone: [
          // The second user's data replaces the first's.
          {
            guard: { type: 'isAnother', params: ({ event }) => event.output.access },
            target: 'resuming',
            actions: [...endedBy('other-user'), { type: 'adopt', params: ({ event }) => event.output }],
          },
          {
            guard: ({ event }) => event.output.user === null,
            target: 'resuming',
            actions: { type: 'adopt', params: ({ event }) => event.output },
          },
          {
            target: 'authenticated',
            actions: [
              { type: 'adopt', params: ({ event }) => event.output },
              { type: 'know', params: ({ event }) => ({ user: held(event.output.user) }) },
              emit(({ event }) => ({ type: 'session.started', user: held(event.output.user) })),
            ],
          },
        ],
        onError: [
          {
            guard: { type: 'asksFactor', params: errorOf },
            target: 'awaitingFactor',
            actions: { type: 'challenge', params: errorOf },
          },
          { guard: { type: 'isChallenged', params: errorOf }, target: 'awaitingFactor', actions: failed },
          { target: 'unauthenticated', actions: [...failed, assign({ challenge: null })] },
        ],
      },
      // The login in this tab wins; other tabs follow.
      on: { 'session.replaced': {} },
    },

    /** The password was right; a reload goes back to the login form. */
    awaitingFactor: {
      on: {
        'factor.submitted': 'authenticating',
        'factor.abandoned': { target: 'unauthenticated', actions: assign({ challenge: null, failure: null }) },
      },
    },

    reauthenticating: {
      initial: 'refreshing',
      states: {
        refreshing: {
          invoke: {
            src: 'refresh',
            input: ({ context }) => ({ refreshToken: held(context.refreshToken) }),
            onDone: [
              {
                guard: { type: 'isAnother', params: ({ event }) => event.output.access },
                target: '#session.resuming',
                actions: [...endedBy('other-user'), { type: 'adopt', params: ({ event }) => event.output }],
              },
              { target: '#session.resuming', actions: { type: 'adopt', params: ({ event }) => event.output } },
            ],
            onError: unlessRefused,
          },
        },
        fetchingUser: {
          invoke: {
            src: 'fetchUser',
            input: ({ context }) => ({ refreshToken: held(context.refreshToken), access: held(context.access) }),
            onDone: {
              target: '#session.authenticated',
              actions: [
                { type: 'know', params: ({ event }) => ({ user: event.output }) },
                emit(({ event }) => ({ type: 'session.started', user: event.output })),
              ],
            },
            onError: [{ guard: not('hasGoodToken'), target: 'refreshing' }, ...unlessRefused],
          },
        },
        /** No network, or a server that is too busy: the session waits until one of them changes. */
        waiting: {
          after: { backOff: '#session.resuming' },
          on: {
            'network.returned': '#session.resuming',
            'token.needed': { guard: 'mayTryAtOnce', target: '#session.resuming' },
          },
        },
      },
    },

    authenticated: {
      after: { refreshDue: 'reauthenticating' },
      on: { 'token.needed': { guard: not('hasGoodToken'), target: 'reauthenticating' } },
    },
  },
})

export type SessionActor = ActorRefFrom<typeof sessionMachine>
