import { assign, enqueueActions, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import type { LiveEmitted, LiveEvent, Told } from './live.events.ts'

export interface LiveContext {
  lastEventId: string
  /** connections in a row that ended before anything was heard, and the one that ended after */
  failures: number
  retry: number | null
  random: () => number
}

const FIRST_WAIT_MS = 1_000
const LAST_WAIT_MS = 60_000
/** From here on what is new is also asked for: something on the way may let no stream through. */
const FAILURES_UNTIL_ASKING = 2

const missing = () => Promise.reject(new Error('src/app provides this actor'))

/**
 * Hears what changes, by one connection for all tabs of the browser: one leads and shares what it hears. When the
 * connection fails it is made anew, ever slower, up to twice a minute, and each time the news is asked for as well.
 */
export const liveMachine = setup({
  types: {
    context: {} as LiveContext,
    input: {} as { lastEventId: string; random: () => number },
    events: {} as LiveEvent,
    emitted: {} as LiveEmitted,
  },
  actors: {
    page: fromCallback<LiveEvent>(() => undefined),
    election: fromCallback<LiveEvent>(() => undefined),
    /** gives what it is sent to the other tabs, and what they give to the machine */
    siblings: fromCallback<{ type: 'share'; told: Told }>(() => undefined),
    stream: fromCallback<LiveEvent, { lastEventId: string }>(() => undefined),
    ask: fromPromise<Told[], { lastEventId: string }>(missing),
  },
  actions: {
    hear: enqueueActions(({ enqueue }, { told }: { told: readonly Told[] }) => {
      for (const { eventId, news, serverTime } of told) {
        enqueue.assign({ lastEventId: eventId })
        if (news) enqueue.emit({ type: 'news.heard', news })
        if (serverTime !== undefined) enqueue.emit({ type: 'time.told', serverTime })
      }
    }),
    share: sendTo('siblings', (_, { told }: { told: Told }) => ({ type: 'share', told })),
    shareOwnChange: sendTo('siblings', ({ context }) => ({
      type: 'share',
      told: { eventId: context.lastEventId, news: { kind: 'own', spread: 0 } },
    })),
    countFailure: assign(({ context }, { retry }: { retry: number | null }) => ({
      failures: context.failures + 1,
      retry,
    })),
  },
  guards: {
    shouldAsk: ({ context }) => context.failures >= FAILURES_UNTIL_ASKING,
  },
  delays: {
    /** something on the way collects what it should pass on */
    helloWithin: 10_000,
    /** twice as long as the server lets pass between two signs of life, and some */
    silence: 60_000,
    nextTry: ({ context: { failures, retry, random } }) => {
      if (failures === 1 && retry !== null) return retry * random()
      const longest = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LAST_WAIT_MS)
      return longest * (0.5 + random() / 2)
    },
  },
}).createMachine({
  id: 'live',
  context: ({ input }) => ({ ...input, failures: 0, retry: null }),
  invoke: { src: 'page' },
  initial: 'awake',
  states: {
    awake: {
      invoke: [{ src: 'election' }, { src: 'siblings', id: 'siblings' }],
      on: {
        'page.left': 'asleep',
        'own.changed': { actions: 'shareOwnChange' },
        'sibling.told': { actions: { type: 'hear', params: ({ event }) => ({ told: [event.told] }) } },
      },
      initial: 'following',
      states: {
        following: { on: { 'lead.granted': 'leading' } },

        leading: {
          initial: 'streaming',
          states: {
            streaming: {
              invoke: { src: 'stream', input: ({ context }) => ({ lastEventId: context.lastEventId }) },
              on: {
                'stream.told': {
                  target: '.open',
                  actions: [
                    { type: 'hear', params: ({ event }) => ({ told: [event.told] }) },
                    { type: 'share', params: ({ event }) => event },
                  ],
                },
                'stream.ended': {
                  target: 'waiting',
                  actions: { type: 'countFailure', params: ({ event }) => event },
                },
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
                /** Entered anew with all that is heard. */
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
              after: { nextTry: [{ guard: 'shouldAsk', target: 'asking' }, { target: 'streaming' }] },
            },

            asking: {
              invoke: {
                src: 'ask',
                input: ({ context }) => ({ lastEventId: context.lastEventId }),
                onDone: {
                  target: 'streaming',
                  actions: { type: 'hear', params: ({ event }) => ({ told: event.output }) },
                },
                onError: 'streaming',
              },
            },
          },
        },
      },
    },

    asleep: { on: { 'page.returned': 'awake' } },
  },
})
