import { type ActorRefFrom, assign, fromPromise, not, setup } from 'xstate'

/** How true the lists are that the screens show. */
export interface ListsRead {
  /** some were kept on the device, and have not been confirmed by the server since */
  areKept: boolean
  /** it was asked to just now, and could not say */
  hasFailed: boolean
  /** when the server last said what the oldest of them says, in ms since the epoch by the device's clock; null without any */
  updatedAt: number | null
}

type ConnectionEvent =
  /** a request got no answer at all */
  | { type: 'request.unanswered' }
  | { type: 'request.answered' }
  | { type: 'device.offline' }
  | { type: 'device.online' }
  | ({ type: 'lists.read' } & ListsRead)

const provided = () => fromPromise<void>(() => Promise.reject(new Error('src/app provides this actor')))

/**
 * Whether the server can be reached, and whether what is shown is its word. The device's own opinion is only a hint (a
 * campus network without a way out calls itself online): what counts is whether requests are answered, and while they
 * are not the server is asked anew. Nothing can be changed by what was kept: first the server confirms it.
 */
export const connectionMachine = setup({
  types: { context: {} as ListsRead, events: {} as ConnectionEvent, tags: {} as 'late' },
  actors: {
    /** resolves when the server answers */
    askServer: provided(),
    /** has the screen fetch what it shows, and resolves when that is done, whatever came of it */
    renew: provided(),
  },
  guards: {
    areKept: ({ context }) => context.areKept,
    hasFailed: ({ context }) => context.areKept && context.hasFailed,
  },
  delays: {
    untilAskedAgain: 3_000,
    untilLate: 1_000,
    // Whoever was turned away by a busy server was so together with many: they come back one by one.
    untilRenewedAgain: () => 5_000 * (1 + Math.random()),
  },
}).createMachine({
  id: 'connection',
  context: { areKept: false, hasFailed: false, updatedAt: null },
  on: {
    'lists.read': {
      actions: assign(({ event: { areKept, hasFailed, updatedAt } }) => ({ areKept, hasFailed, updatedAt })),
    },
  },
  initial: 'connected',
  states: {
    connected: {
      initial: 'confirmed',
      on: { 'request.unanswered': 'disconnected', 'device.offline': 'disconnected' },
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
    disconnected: {
      initial: 'waiting',
      on: { 'request.answered': '#connection.connected.renewing' },
      states: {
        waiting: {
          after: { untilAskedAgain: 'asking' },
          on: { 'device.online': 'asking' },
        },
        asking: {
          invoke: { src: 'askServer', onDone: '#connection.connected.renewing', onError: 'waiting' },
        },
      },
    },
  },
})

export type ConnectionActor = ActorRefFrom<typeof connectionMachine>
