import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { InstallOffer, InstallWay } from './install-offer.ts'

interface Install {
  offer: InstallOffer | null
  way: InstallWay
  /** the person does not want to be asked again; the settings offer it still */
  isPutOff: boolean
}

export type InstallEvent =
  /** the browser can install the app now */
  | { type: 'offer.made'; offer: InstallOffer }
  | { type: 'install.asked' }
  | { type: 'invitation.put-off' }
  /** by this page, or by the browser's own menu */
  | { type: 'app.installed' }

/** How the app comes onto this device: the browser's own question where it has one, a guide where people do it by hand. */
export const installMachine = setup({
  types: { context: {} as Install, events: {} as InstallEvent, input: {} as Pick<Install, 'way' | 'isPutOff'> },
  actors: {
    /** shows the browser's question; tells whether it was answered with yes */
    ask: fromPromise<boolean, InstallOffer | null>(async ({ input }) => {
      await input?.prompt()
      return (await input?.userChoice)?.outcome === 'accepted'
    }),
  },
  actions: {
    /** the browser keeps an installed app's storage when it makes room; given in app/ */
    keepStorage: () => undefined,
    /** given in app/ */
    rememberPutOff: () => undefined,
    putOff: assign({ isPutOff: true }),
  },
}).createMachine({
  id: 'install',
  context: ({ input }) => ({ ...input, offer: null }),
  initial: 'looking',
  on: {
    'offer.made': { target: '.offered', actions: assign({ offer: ({ event }) => event.offer }) },
    'app.installed': '.installed',
    'invitation.put-off': { actions: ['putOff', 'rememberPutOff'] },
  },
  states: {
    looking: {
      always: [
        { guard: ({ context }) => context.way === 'installed', target: 'installed' },
        { guard: ({ context }) => context.way === 'by hand', target: 'guided' },
        { target: 'notOffered' },
      ],
    },
    notOffered: {},
    guided: {},
    offered: { on: { 'install.asked': 'asking' } },
    asking: {
      invoke: {
        src: 'ask',
        input: ({ context }) => context.offer,
        onDone: [{ guard: ({ event }) => event.output, target: 'installed' }, { target: 'notOffered' }],
        // A browser asks once per offer; it may make another.
        onError: 'notOffered',
      },
      exit: assign({ offer: null }),
    },
    installed: {
      entry: 'keepStorage',
      on: { 'offer.made': {} },
    },
  },
})

export type InstallActor = ActorRefFrom<typeof installMachine>
