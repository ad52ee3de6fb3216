import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import type { AppEventMessage } from '#contract/app-events.ts'

/** Message from the server: an event, the time, or only a heartbeat. */
export interface LiveMessage {
  /** id to continue from after a break */
  eventId: string
  news?: AppEventMessage
  /** ms since the epoch, when it was sent */
  serverTime?: number
  /** release that the server serves now; null without one */
  release?: string | null
}

export type LiveEvent =
  /** this tab holds the connection for all tabs of this browser */
  | { type: 'lead.granted' }
  | { type: 'stream.received'; message: LiveMessage }
  /** sent by the tab that leads, or by one in which the user changed something */
  | { type: 'sibling.received'; message: LiveMessage }
  /** the user made a change in this tab */
  | { type: 'own.changed'; news: AppEventMessage }
  /** the page was hidden for long, or put into the back/forward cache */
  | { type: 'page.left' }
  | { type: 'page.returned' }
  /** the server was unreachable, and answers again */
  | { type: 'server.returned' }

export type LiveEmitted =
  /** for this tab */
  | { type: 'received'; message: LiveMessage }
  /** for the other tabs */
  | { type: 'shared'; message: LiveMessage }
  /** from now on a message arrives every few seconds, here or in the tab that leads */
  | { type: 'awaited' }
  /** the connection broke or failed */
  | { type: 'lost' }
  /** no connection is wanted any more */
  | { type: 'left' }

/** Lets an actor report while it runs; it ends when the machine stops it, or fails. */
export interface Reporting<Report> {
  report: (report: Report) => void
}

interface LiveContext {
  lastEventId: string
  /** consecutive connections that ended before any message, plus the one that ended after */
  failures: number
  retry: number | null
  random: () => number
}

const FIRST_WAIT_MS = 1_000
const LAST_WAIT_MS = 60_000
/** Interval (ms) at which a tab polls that may not have its own connection. */
const ASK_EVERY_MS = 30_000
/** Number of failures from which changes are polled as well: a proxy may block streams. */
const FAILURES_UNTIL_ASKING = 2

const provided = <Output, Input>() =>
  fromPromise<Output, Input>(() => Promise.reject(new Error('src/app provides this actor')))

const messageIn = ({ event }: { event: { message: LiveMessage } }) => event

const receiving = [
  { type: 'note', params: messageIn },
  { type: 'notify', params: messageIn },
] as const

/**
 * Receives changes over one connection for all tabs of the browser: one tab leads, and shares what it receives. A failed
 * connection is retried at growing intervals, at most 30 to 60 s, and each retry also polls for changes. If tabs cannot agree
 * on a leader, none has a connection, since browsers allow six to a server (HTTP/1.1) for all tabs together: each tab polls.
 */
export const liveMachine = setup({
  types: {
    context: {} as LiveContext,
    input: {} as { lastEventId: string; random: () => number },
    events: {} as LiveEvent,
    emitted: {} as LiveEmitted,
  },
  actors: {
    /** reports that this tab leads, and keeps the lead until stopped; rejects if tabs cannot agree on a leader */
    election: provided<void, Reporting<void>>(),
    /** reports what other tabs share */
    siblings: provided<void, Reporting<LiveMessage>>(),
    /** reports the server's messages until the connection ends; resolves to the time (ms) within which to reconnect, or null */
    stream: provided<number | null, { lastEventId: string } & Reporting<LiveMessage>>(),
    /** reports all changes once, and ends */
    ask: provided<number | null, { lastEventId: string } & Reporting<LiveMessage>>(),
  },
  actions: {
    note: assign((_, { message }: { message: LiveMessage }) => ({ lastEventId: message.eventId })),
    notify: emit((_, { message }: { message: LiveMessage }) => ({ type: 'received', message })),
    share: emit((_, { message }: { message: LiveMessage }) => ({ type: 'shared', message })),
    shareOwnChange: emit(({ context }, { news }: { news: AppEventMessage }) => ({
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
    /** a longer silence at the start means that a proxy buffers the stream */
    helloWithin: 10_000,
    /** several heartbeats: until then the server itself is polled, and may just be slow */
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
