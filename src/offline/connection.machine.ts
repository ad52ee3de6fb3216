import { type ActorRefFrom, emit, fromPromise, setup } from 'xstate'

type ConnectionEvent =
  /** a request got no answer at all */
  { type: 'request.unanswered' } | { type: 'request.answered' } | { type: 'device.offline' } | { type: 'device.online' }

/**
 * Whether the server can be reached. The device's own word for it is only a hint (a campus network without a way out
 * calls itself online): what counts is whether requests are answered, and while they are not the server is asked anew.
 */
export const connectionMachine = setup({
  types: { events: {} as ConnectionEvent, emitted: {} as { type: 'connection.returned' } },
  actors: {
    /** resolves when the server answers; given in app/ */
    askServer: fromPromise<void>(() => Promise.reject(new Error('askServer is not provided'))),
  },
  delays: { untilAskedAgain: 3_000 },
}).createMachine({
  id: 'connection',
  initial: 'connected',
  states: {
    connected: {
      on: { 'request.unanswered': 'disconnected', 'device.offline': 'disconnected' },
    },
    disconnected: {
      initial: 'waiting',
      exit: emit({ type: 'connection.returned' }),
      on: { 'request.answered': 'connected' },
      states: {
        waiting: {
          after: { untilAskedAgain: 'asking' },
          on: { 'device.online': 'asking' },
        },
        asking: {
          invoke: { src: 'askServer', onDone: '#connection.connected', onError: 'waiting' },
        },
      },
    },
  },
})

export type ConnectionActor = ActorRefFrom<typeof connectionMachine>
