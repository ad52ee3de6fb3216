import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import type { LiveNews } from '#contract/app-events.ts'

/** Message of the server: an event, the time, or only a sign of life. */
export interface LiveMessage {
  /** where to go on from, after a break */
  eventId: string
  news?: LiveNews
  /** ms since the epoch, at this moment */
  serverTime?: number
  /** the app that the server gives out now; null where it gives none */
  release?: string | null
}

export type LiveEvent =
  /** this tab holds the connection for all tabs of this browser */
  | { type: 'lead.granted' }
  | { type: 'stream.received'; message: LiveMessage }
  /** sent by the tab that has the connection, or by one in which the user changed something */
  | { type: 'sibling.received'; message: LiveMessage }
  /** the person changed something here, which the screen shows */
  | { type: 'own.changed'; news: LiveNews }
  /** hidden for long, or set aside by the browser */
  | { type: 'page.left' }
  | { type: 'page.returned' }
  /** it was away, and answers again */
  | { type: 'server.returned' }

export type LiveEmitted =
  /** for this tab */
  | { type: 'received'; message: LiveMessage }
  /** for the other tabs */
  | { type: 'shared'; message: LiveMessage }
  /** from now on a message comes every few seconds, here or in the tab that leads */
  | { type: 'awaited' }
  /** the connection broke, or could not be made */
  | { type: 'lost' }
  /** nothing is listened to */
  | { type: 'left' }

/** Report of an actor while it runs; it ends when the machine stops it, or fails. */
export interface Reporting<Report> {
  report: (report: Report) => void
}

interface LiveContext {
  lastEventId: string
  /** connections in a row that ended before any message, and the one that ended after */
  failures: number
  retry: number | null
  random: () => number
}

const FIRST_WAIT_MS = 1_000
const LAST_WAIT_MS = 60_000
/** How often a tab asks that may not have a connection of its own. */
const ASK_EVERY_MS = 30_000
/** From here on what is new is also asked for: something on the way may let no stream through. */
const FAILURES_UNTIL_ASKING = 2

const provided = <Output, Input>() =>
  fromPromise<Output, Input>(() => Promise.reject(new Error('src/app provides this actor')))

const messageIn = ({ event }: { event: { message: LiveMessage } }) => event

const receiving = [
  { type: 'note', params: messageIn },
  { type: 'notify', params: messageIn },
] as const

/**
 * Receives changes by one connection for all tabs of the browser: one tab leads and shares what it receives. When the
 * connection fails it is opened again, ever slower, up to twice a minute, and each time the changes are asked for as well.
 * Where tabs can't agree on who leads none has a connection, since browsers allow six to a server (HTTP/1.1) for all
 * tabs together: each asks.
 */
export const liveMachine = setup({
  types: {
    context: {} as LiveContext,
    input: {} as { lastEventId: string; random: () => number },
    events: {} as LiveEvent,
    emitted: {} as LiveEmitted,
  },
  actors: {
    /** says that this tab leads, and holds the lead until it is stopped; fails where tabs can't agree on that */
    election: provided<void, Reporting<void>>(),
    /** says what other tabs share */
    siblings: provided<void, Reporting<LiveMessage>>(),
    /** emits the server's messages; ends with the connection, and returns within how many ms to come back, or null */
    stream: provided<number | null, { lastEventId: string } & Reporting<LiveMessage>>(),
    /** says all that is new, and ends */
    ask: provided<number | null, { lastEventId: string } & Reporting<LiveMessage>>(),
  },
  actions: {
    note: assign((_, { message }: { message: LiveMessage }) => ({ lastEventId: message.eventId })),
    notify: emit((_, { message }: { message: LiveMessage }) => ({ type: 'received', message })),
    share: emit((_, { message }: { message: LiveMessage }) => ({ type: 'shared', message })),
    shareOwnChange: emit(({ context }, { news }: { news: LiveNews }) => ({
      type: 'shared',
      message: { eventId: context.lastEventId, news },
    })),
    countFailure: enqueueActions(({ context, enqueue }, { retry }: { retry: number | null }) => {
      enqueue.assign({ failures: context.failures + 1, retry })
      enqueue.emit({ type: 'lost' })
    }),
  },
  guards: {
    shouldAsk: ({ context }) => context.failures >= FAILURES_UNTIL_ASKING,
  },
  delays: {
    /** something on the way collects what it should pass on */
    helloWithin: 10_000,
    /** several heartbeats: until then the server itself is asked for, and may be only slow */
    silence: 30_000,
    nextQuestion: ({ context: { random } }) => ASK_EVERY_MS * (1 + random()),
    nextTry: ({ context: { failures, retry, random } }) => {
      if (failures === 1 && retry !== null) return retry * random()
      const longest = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LAST_WAIT_MS)
      return longest * (0.5 + random() / 2)
    },
  },
}).createMachine({
  id: 'live',
  context: ({ input }) => ({ ...input, failures: 0, retry: null }),
  initial: 'awake',
  states: {
    awake: {
      entry: emit({ type: 'awaited' }),
      exit: emit({ type: 'left' }),
      invoke: [
        {
          src: 'election',
          input: ({ self }) => ({ report: () => self.send({ type: 'lead.granted' }) }),
          onError: '.alone',
        },
        {
          src: 'siblings',
          input: ({ self }) => ({ report: (message: LiveMessage) => self.send({ type: 'sibling.received', message }) }),
        },
      ],
      on: {
        'page.left': 'asleep',
        'own.changed': { actions: { type: 'shareOwnChange', params: ({ event }) => event } },
        'sibling.received': { actions: receiving },
      },
      initial: 'following',
      states: {
        following: { on: { 'lead.granted': 'leading' } },

        alone: {
          initial: 'inquiring',
          states: {
            inquiring: {
              invoke: {
                src: 'ask',
                input: ({ context, self }) => ({
                  lastEventId: context.lastEventId,
                  report: (message: LiveMessage) => self.send({ type: 'stream.received', message }),
                }),
                onDone: 'resting',
                onError: 'resting',
              },
              on: { 'stream.received': { actions: receiving } },
            },
            resting: { after: { nextQuestion: 'inquiring' } },
          },
        },

        leading: {
          initial: 'streaming',
          states: {
            streaming: {
              invoke: {
                src: 'stream',
                input: ({ context, self }) => ({
                  lastEventId: context.lastEventId,
                  report: (message: LiveMessage) => self.send({ type: 'stream.received', message }),
                }),
                onDone: {
                  target: 'waiting',
                  actions: { type: 'countFailure', params: ({ event }) => ({ retry: event.output }) },
                },
                onError: { target: 'waiting', actions: { type: 'countFailure', params: { retry: null } } },
              },
              on: {
                'stream.received': { target: '.open', actions: [...receiving, { type: 'share', params: messageIn }] },
              },
              initial: 'connecting',
              states: {
                connecting: {
                  after: {
                    helloWithin: {
                      target: '#live.awake.leading.waiting',
                      actions: { type: 'countFailure', params: { retry: null } },
                    },
                  },
                },
                /** Re-entered at each message. */
                open: {
                  entry: assign({ failures: 0 }),
                  after: {
                    silence: {
                      target: '#live.awake.leading.waiting',
                      actions: { type: 'countFailure', params: { retry: null } },
                    },
                  },
                },
              },
            },

            waiting: {
              on: { 'server.returned': 'streaming' },
              after: { nextTry: [{ guard: 'shouldAsk', target: 'asking' }, { target: 'streaming' }] },
            },

            asking: {
              invoke: {
                src: 'ask',
                input: ({ context, self }) => ({
                  lastEventId: context.lastEventId,
                  report: (message: LiveMessage) => self.send({ type: 'stream.received', message }),
                }),
                onDone: 'streaming',
                onError: 'streaming',
              },
              on: { 'stream.received': { actions: [...receiving, { type: 'share', params: messageIn }] } },
            },
          },
        },
      },
    },

    asleep: { on: { 'page.returned': 'awake' } },
  },
})
