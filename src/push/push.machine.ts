import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { PushPreference } from '#domain/push/push.schema.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import type { PushStatus } from './device-keeping.ts'
import type { PushAbility } from './push-browser.ts'

/**
 * Why a device could not be switched on: no network, our server's refusal, or the browser (with its push service). Or why it
 * may still be on: ending failed.
 */
export type PushProblem = 'no-network' | 'refused' | 'browser' | 'not-ended'

function problemOf(error: unknown): PushProblem {
  if (error instanceof NetworkError) return 'no-network'
  return error instanceof ApiError ? 'refused' : 'browser'
}

type PushEvent =
  /** a tap on 'Houd me op de hoogte' */
  | { type: 'notifications.wanted' }
  | { type: 'notifications.unwanted' }
  /** the permission may have changed in the browser's settings, or this device was removed from the list */
  | { type: 'status.changed' }
  /** 'not now': screens stop offering it, the settings do not */
  | { type: 'offer.put-off' }

interface PushContext {
  /** id of this device in the list of notified devices */
  deviceId: number | null
  /** kinds of notice as they were when this device was switched on; null if unknown */
  preference: PushPreference | null
  ability: PushAbility
  problem: PushProblem | null
  isPutOff: boolean
}

const provided = <Output>() => fromPromise<Output, void>(() => Promise.reject(new Error('src/app provides this actor')))

const isAt =
  (at: PushStatus['at']) =>
  ({ event }: { event: { output: PushStatus } }): boolean =>
    event.output.at === at

const know = {
  type: 'know',
  params: ({ event }: { event: { output: PushStatus } }) => event.output,
} as const

const standsAt = [
  { guard: isAt('on'), target: '#push.on', actions: know },
  { guard: isAt('denied'), target: '#push.denied', actions: know },
  { target: '#push.off', actions: know },
] as const

const failed = {
  target: '#push.failing',
  actions: { type: 'note', params: ({ event }: { event: { error: unknown } }) => event },
} as const

/** The browser asks for permission only after a tap: a student who refuses it once is never asked again. */
export const pushMachine = setup({
  types: {
    context: {} as PushContext,
    input: {} as Pick<PushContext, 'ability' | 'isPutOff'>,
    events: {} as PushEvent,
    tags: {} as 'busy',
  },
  actors: { reconcile: provided<PushStatus>(), start: provided<PushStatus>(), stop: provided<void>() },
  actions: {
    know: assign((_, status: PushStatus) => ({
      deviceId: status.at === 'on' ? status.deviceId : null,
      preference: (status.at === 'on' && status.preference) || null,
    })),
    note: assign((_, { error }: { error: unknown }) => ({ problem: problemOf(error) })),
    putOff: assign({ isPutOff: true }),
    /** provided by app/ */
    rememberPutOff: () => undefined,
  },
  guards: {
    needsInstalling: ({ context }) => context.ability === 'install-first',
    isUnable: ({ context }) => context.ability === 'unsupported',
  },
}).createMachine({
  id: 'push',
  context: ({ input }) => ({ ...input, deviceId: null, preference: null, problem: null }),
  initial: 'assessing',
  on: { 'offer.put-off': { actions: ['putOff', 'rememberPutOff'] } },
  states: {
    assessing: {
      always: [
        { guard: 'isUnable', target: 'unsupported' },
        { guard: 'needsInstalling', target: 'installFirst' },
        { target: 'reconciling' },
      ],
    },
    unsupported: {},
    installFirst: {},
    reconciling: { invoke: { src: 'reconcile', onDone: standsAt, onError: failed } },
    off: { on: { 'notifications.wanted': 'starting', 'status.changed': 'reconciling' } },
    starting: {
      tags: 'busy',
      entry: assign({ problem: null }),
      invoke: { src: 'start', onDone: standsAt, onError: failed },
    },
    /** The browser does not ask any more; only its settings can undo that. */
    denied: { on: { 'status.changed': 'reconciling', 'notifications.wanted': 'starting' } },
    on: {
      on: { 'notifications.unwanted': 'stopping', 'status.changed': 'reconciling' },
    },
    stopping: {
      tags: 'busy',
      invoke: {
        src: 'stop',
        onDone: { target: 'off', actions: { type: 'know', params: { at: 'off' } } },
        onError: { target: 'failing', actions: assign({ problem: 'not-ended' }) },
      },
    },
    failing: {
      on: {
        'notifications.wanted': 'starting',
        'notifications.unwanted': 'stopping',
        'status.changed': 'reconciling',
      },
    },
  },
})

export type PushActor = ActorRefFrom<typeof pushMachine>
