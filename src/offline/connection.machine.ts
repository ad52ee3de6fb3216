import { type ActorRefFrom, assign, fromPromise, not, type SnapshotFrom, setup } from 'xstate'
import { HEARTBEAT_MS } from '#contract/live.ts'

/** How true the lists are that the screens show. */
export interface ListsRead {
  /** some were kept on the device, and have not been confirmed by the server since */
  areKept: boolean
  /**
   * the server has yet to answer one of the lists that decide about enrolling, since the app began or the connection
   * returned
   */
  isHeld: boolean
  /** it was asked to just now, and could not say */
  hasFailed: boolean
  /** when the server last said what the oldest of them says, in ms since the epoch by the device's clock; null without any */
  updatedAt: number | null
}

type ConnectionEvent =
  /** a request got no answer at all */
  | { type: 'request.unanswered' }
  | { type: 'request.answered' }
  /** something could not be had, for what reason is not known */
  | { type: 'server.doubted' }
  | { type: 'device.offline' }
  | { type: 'device.online' }
  | ({ type: 'lists.read' } & ListsRead)
  /** from now on a stream of the server is open, with a heartbeat every `HEARTBEAT_MS` */
  | { type: 'stream.awaited' }
  | { type: 'stream.heard' }
  /** it ended, or was not let through */
  | { type: 'stream.lost' }
  /** nobody listens any more, as when nobody looks: its silence says nothing */
  | { type: 'stream.left' }

export interface Reach extends ListsRead {
  isFollowed: boolean
  /** how often in a row the server was asked for in vain */
  failures: number
}

/**
 * `kept`: what is shown the device kept; `back`: the connection was gone, so what was confirmed before no longer counts;
 * `news`: there is something new.
 */
export interface Renewal {
  why: 'kept' | 'back' | 'news'
}

const provided = <Input>() => fromPromise<void, Input>(() => Promise.reject(new Error('src/app provides this actor')))

/** A heartbeat may come so much late, which a busy server or network is not yet away for. */
const LATENESS_MS = 2_000
const FIRST_WAIT_MS = 3_000
const LAST_WAIT_MS = 10_000

/**
 * Whether the server can be reached, and whether what is shown is its word. The device's own opinion is only a hint (a
 * campus network without a way out calls itself online): what counts is whether requests are answered, and while they
 * are not the server is asked again. A screen that asks for nothing goes by the live stream: when that breaks or falls
 * silent the server is asked for, and within ten seconds it is known to be gone. Thousands lose their stream at the same
 * moment, so each asks after a while of its own. Nothing can be changed by what was kept: first the server answers once.
 * From then on no renewal holds a button, however slow or busy the server is: it refuses what no longer holds.
 */
export const connectionMachine = setup({
  types: { context: {} as Reach, events: {} as ConnectionEvent, tags: {} as 'late' | 'held' },
  actors: {
    /** resolves when the server answers within that time (ms) */
    askServer: provided<{ timeout: number }>(),
    /** has the screen fetch what it shows, and resolves when that is done, whatever came of it */
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
    /** where no stream comes through, as by some proxies */
    untilAskedWithoutStream: () => 5_000 + 2_000 * Math.random(),
    // The longer it is away, the more wait for it, and the wider they are spread.
    untilAskedAgain: ({ context }) =>
      Math.min(FIRST_WAIT_MS * 1.25 ** context.failures, LAST_WAIT_MS) * (0.5 + Math.random() / 2),
    untilLate: 1_000,
    // A busy server turns many clients away together: they come back one by one.
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
            /** The connection is back: what is shown may be from hours ago. */
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
            /** The server is there, and too busy to say. What it said late, or to another screen, this one has yet to show. */
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
            /** The server is there; it is asked until it answers again. */
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

/** Nothing can be changed: the server does not answer, or has yet to say once what decides about enrolling. */
export const isHeld = (state: SnapshotFrom<ConnectionActor>): boolean => state.hasTag('held') || state.context.isHeld
