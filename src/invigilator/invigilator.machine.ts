import { type ActorRefFrom, assertEvent, assign, fromPromise, setup } from 'xstate'
import { invigilationRefusals } from '#domain/presence/presence.rules.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { KeptDevice } from '#src/presence/presence-store.ts'

/** Parts of a link's fragment. */
export interface LinkParts {
  link_id: number
  secret: string
}

export type AdmittedDevice = KeptDevice & { testmoment_id: number }

export interface InvigilatorContext {
  /** link opened now; null if the page was opened without one */
  link: LinkParts | null
  device: KeptDevice | null
  /** why this device was not admitted; null before an attempt */
  failure: unknown
}

export type InvigilatorEvent =
  | { type: 'code.entered'; name: string; code: string }
  /** a teacher removed the device or ended the link, and everything it could send is sent; `lost` ticks do not count */
  | { type: 'device.ended'; lost: number }
  | { type: 'link.opened'; link: LinkParts }

const provided = <Output, Input>() =>
  fromPromise<Output, Input>(() => Promise.reject(new Error('src/invigilator/invigilation.ts provides this actor')))

const isAdmitted = (device: KeptDevice | null): device is AdmittedDevice =>
  device !== null && device.testmoment_id !== null

/** This link can never work on this device. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.reason === 'link-ended' || error.reason === 'device-refused')

/**
 * Admits a device without an account by a link and a code, once; after that its own token identifies it. The token is stored
 * before it is sent: after a lost answer or a wrong code the same device can ask again.
 */
export const invigilatorMachine = setup({
  types: {
    context: {} as InvigilatorContext & { lost: number },
    events: {} as InvigilatorEvent,
    input: {} as { link: LinkParts | null },
  },
  actors: {
    /** this browser's device for the link, or the device opened last; null without one */
    remember: provided<KeptDevice | null, { link: LinkParts | null }>(),
    /** resolves with the device once it is admitted and stored */
    admit: provided<KeptDevice, { link: LinkParts; name: string; code: string }>(),
  },
  guards: {
    isAdmitted: ({ context }) => isAdmitted(context.device),
    hasLink: ({ context }) => context.link !== null,
    isFinal: (_, { error }: { error: unknown }) => isFinal(error),
  },
}).createMachine({
  id: 'invigilator',
  context: ({ input }) => ({ link: input.link, device: null, failure: null, lost: 0 }),
  on: {
    'link.opened': {
      target: '.remembering',
      actions: assign(({ event }) => ({ link: event.link, device: null, failure: null })),
    },
  },
  initial: 'remembering',
  states: {
    remembering: {
      invoke: {
        src: 'remember',
        input: ({ context }) => ({ link: context.link }),
        onDone: {
          target: 'known',
          actions: assign(({ context, event: { output } }) => ({
            device: output,
            link: context.link ?? (output && { link_id: output.link_id, secret: output.secret }),
          })),
        },
        onError: 'known',
      },
    },
    known: {
      always: [
        { guard: 'isAdmitted', target: 'admitted' },
        { guard: 'hasLink', target: 'asked' },
        { target: 'strayed' },
      ],
    },
    /** Opened without a link, on a device that has none. */
    strayed: {},
    asked: { on: { 'code.entered': 'admitting' } },
    admitting: {
      entry: assign({ failure: null }),
      invoke: {
        src: 'admit',
        input: ({ context: { link }, event }) => {
          assertEvent(event, 'code.entered')
          if (!link) throw new Error('A code is asked for with a link only')
          return { link, name: event.name, code: event.code }
        },
        onDone: { target: 'admitted', actions: assign({ device: ({ event }) => event.output }) },
        onError: [
          {
            guard: { type: 'isFinal', params: ({ event }) => ({ error: event.error }) },
            target: 'refused',
            actions: assign({ failure: ({ event }) => event.error }),
          },
          { target: 'asked', actions: assign({ failure: ({ event }) => event.error }) },
        ],
      },
    },
    admitted: {
      on: { 'device.ended': { target: 'ended', actions: assign(({ event }) => ({ device: null, lost: event.lost })) } },
    },
    refused: {},
    ended: {},
  },
})

export type InvigilatorActor = ActorRefFrom<typeof invigilatorMachine>

/** Refusal of a device; null for other failures. */
export const refusalIn = (error: unknown) =>
  (error instanceof ApiError && invigilationRefusals.find((refusal) => refusal === error.reason)) || null
