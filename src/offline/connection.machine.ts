import { type ActorRefFrom, assign, fromPromise, not, type SnapshotFrom, setup } from 'xstate'
import { HEARTBEAT_MS } from '#contract/app-events.ts'

/** How current the lists on the screen are. */
export interface ListsRead {
  /** some are from the device's cache, and the server has not confirmed them yet */
  areKept: boolean
  /**
   * the server has not yet sent one of the lists that decide about enrolling, since the app started or the connection returned
   */
  isHeld: boolean
  /** the last request for them failed */
  hasFailed: boolean
  /** when the server sent the oldest of them (ms since the epoch, by the device's clock); null without any */
  updatedAt: number | null
}

type ConnectionEvent =
  /** a request got no answer at all */
  | { type: 'request.unanswered' }
  | { type: 'request.answered' }
  /** something failed to load for an unknown reason */
  | { type: 'server.doubted' }
  | { type: 'device.offline' }
  | { type: 'device.online' }
  | ({ type: 'lists.read' } & ListsRead)
  /** a stream of the server is open from now on, with a heartbeat every `HEARTBEAT_MS` */
  | { type: 'stream.awaited' }
  | { type: 'stream.heard' }
  /** the stream ended, or was blocked */
  | { type: 'stream.lost' }
  /** the stream was closed on purpose, as on a hidden page: its silence means nothing */
  | { type: 'stream.left' }

export interface Reach extends ListsRead {
  isFollowed: boolean
  /** consecutive attempts to reach the server that failed */
  failures: number
}

/**
 * Reason to fetch the lists. `kept`: those shown are from the cache; `back`: the connection was lost, so earlier confirmations
 * no longer count; `news`: something changed.
 */
export interface Renewal {
  why: 'kept' | 'back' | 'news'
}

const provided = <Input>() => fromPromise<void, Input>(() => Promise.reject(new Error('src/app provides this actor')))

/** Lateness that a heartbeat may have on a busy server or network. */
const LATENESS_MS = 2_000
const FIRST_WAIT_MS = 3_000
const LAST_WAIT_MS = 10_000

/**
 * Tracks whether the server can be reached, and whether the data shown are confirmed by it.
 *
 * The device's own opinion is only a hint (a campus network without internet calls itself online). What counts is whether
 * requests are answered; while they are not, the server is polled. A screen that makes no requests relies on the live stream:
 * when it breaks or falls silent the server is polled, and is known to be unreachable within ten seconds. Thousands lose their
 * stream at the same moment, so each client polls after a random delay. Cached lists allow no changes until the server has
 * answered once. From then on no refetch blocks a button, however slow the server is: it refuses what is outdated.
 */
export const connectionMachine = setup({
  types: { context: {} as Reach, events: {} as ConnectionEvent, tags: {} as 'late' | 'held' },
  actors: {
    /** resolves if the server answers within this time (ms) */
    askServer: provided<{ timeout: number }>(),
    /** fetches the screen's data; resolves when that is done, also after a failure */
    renew: provided<Renewal>(),
  },
  guards: {
    areKept: ({ context }) => context.areKept,
    hasFailed: ({ context }) => context.areKept && context.hasFailed,
    isFollowed: ({ context }) => context.isFollowed,
  },
  actions: {
    follow: assign({ isFollowed: true }),
    unfollow: assign({ isFollowed: false }),
  },
  delays: {
    silence: HEARTBEAT_MS + LATENESS_MS,
    untilDoubtIsAsked: () => 1_500 * Math.random(),
    /** for networks where no stream gets through, such as some proxies */
    untilAskedWithoutStream: () => 5_000 + 2_000 * Math.random(),
    // The longer the server is away, the more clients wait for it, and the wider they are spread.
    untilAskedAgain: ({ context }) =>
      Math.min(FIRST_WAIT_MS * 1.25 ** context.failures, LAST_WAIT_MS) * (0.5 + Math.random() / 2),
    untilLate: 1_000,
    // A busy server refuses many clients at once: they come back at different times.
    untilRenewedAgain: () => 5_000 * (1 + Math.random()),
  },
}).createMachine({
  id: 'connection',
  context: { areKept: false, isHeld: false, hasFailed: false, updatedAt: null, isFollowed: false, failures: 0 },
  on: {
    'lists.read': { actions: assign(({ event: { type: _, ...read } }) => read) },
    'stream.awaited': { actions: 'follow' },
    'stream.left': { actions: 'unfollow' },
  },
  initial: 'connected',
  states: {
    connected: {
      type: 'parallel',
      on: { 'request.unanswered': 'disconnected', 'device.offline': 'disconnected' },
      states: {
        lists: {
          initial: 'confirmed',
          states: {
            confirmed: {
              always: [
                { guard: 'hasFailed', target: 'waiting' },
                { guard: 'areKept', target: 'renewing' },
              ],
            },
            renewing: {
              invoke: {
                src: 'renew',
                input: { why: 'kept' },
                onDone: [{ guard: 'areKept', target: 'waiting' }, { target: 'confirmed' }],
                onError: 'waiting',
              },
              initial: 'soon',
              states: { soon: { after: { untilLate: 'late' } }, late: { tags: 'late' } },
            },
            /** The connection is back: the data shown may be hours old. */
            returning: {
              tags: 'held',
              invoke: {
                src: 'renew',
                input: { why: 'back' },
                onDone: [{ guard: 'areKept', target: 'waiting' }, { target: 'confirmed' }],
                onError: 'waiting',
              },
              initial: 'soon',
              states: { soon: { after: { untilLate: 'late' } }, late: { tags: 'late' } },
            },
            /** The server is reachable but too busy to confirm. An answer that came late may not be shown here yet. */
            waiting: {
              tags: 'late',
              after: { untilRenewedAgain: 'renewing' },
              always: { guard: not('areKept'), target: 'renewing' },
            },
          },
        },

        stream: {
          initial: 'beginning',
          on: {
            'stream.heard': '.open',
            'stream.lost': '.doubted',
            'server.doubted': '.asking',
            'stream.left': { target: '.unfollowed', actions: 'unfollow' },
          },
          states: {
            beginning: { always: [{ guard: 'isFollowed', target: 'open' }, { target: 'unfollowed' }] },
            unfollowed: {
              on: { 'stream.awaited': { target: 'open', actions: 'follow' }, 'stream.heard': {}, 'stream.lost': {} },
            },
            /** Re-entered at each answer and message. */
            open: { after: { silence: 'doubted' } },
            doubted: { on: { 'stream.lost': {} }, after: { untilDoubtIsAsked: 'asking' } },
            asking: {
              on: { 'stream.lost': {} },
              invoke: {
                src: 'askServer',
                input: { timeout: 2_500 },
                onDone: 'shut',
                onError: '#connection.disconnected',
              },
            },
            /** The server is reachable without a stream; it is polled until the stream is back. */
            shut: { after: { untilAskedWithoutStream: 'asking' } },
          },
        },
      },
    },
    disconnected: {
      tags: 'held',
      initial: 'waiting',
      on: {
        'request.answered': '#connection.connected.lists.returning',
        'stream.heard': '#connection.connected.lists.returning',
      },
      exit: assign({ failures: 0 }),
      states: {
        waiting: {
          after: { untilAskedAgain: 'asking' },
          on: { 'device.online': 'asking' },
        },
        asking: {
          invoke: {
            src: 'askServer',
            input: { timeout: 5_000 },
            onDone: '#connection.connected.lists.returning',
            onError: { target: 'waiting', actions: assign({ failures: ({ context }) => context.failures + 1 }) },
          },
        },
      },
    },
  },
})

export type ConnectionActor = ActorRefFrom<typeof connectionMachine>

/** Nothing can be changed: the server does not answer, or has not yet sent the lists that decide about enrolling. */
export const isHeld = (state: SnapshotFrom<ConnectionActor>): boolean => state.hasTag('held') || state.context.isHeld
