import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'

/** Chromium's event (https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface); can be used once. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/**
 * `by hand`: with the share menu of iOS and iPadOS, in any browser. `by browser`: the browser makes an offer if it can install.
 */
export type InstallWay = 'installed' | 'by hand' | 'by browser'

interface Device {
  userAgent: string
  /** distinguishes iPads, which call themselves Macs */
  maxTouchPoints: number
  isStandalone: boolean
}

export function installWayOf({ userAgent, maxTouchPoints, isStandalone }: Device): InstallWay {
  if (isStandalone) return 'installed'
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isApple ? 'by hand' : 'by browser'
}

interface Install {
  offer: InstallOffer | null
  way: InstallWay
  /** the person does not want to be asked again; the settings still offer it */
  isPutOff: boolean
}

type InstallEvent =
  /** the browser can install the app now */
  | { type: 'offer.made'; offer: InstallOffer }
  | { type: 'install.asked' }
  | { type: 'invitation.put-off' }
  /** installed by this page, or by the browser's own menu */
  | { type: 'app.installed' }

/** How the app is installed on this device: by the browser's own question if it has one, otherwise by hand with a guide. */
export const installMachine = setup({
  types: { context: {} as Install, events: {} as InstallEvent, input: {} as Pick<Install, 'way' | 'isPutOff'> },
  actors: {
    /** shows the browser's question; returns whether the answer was yes */
    ask: fromPromise<boolean, InstallOffer | null>(async ({ input }) => {
      await input?.prompt()
      return (await input?.userChoice)?.outcome === 'accepted'
    }),
  },
  actions: {
    /** asks the browser to keep the installed app's storage when space is short; given in app/ */
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
        // A browser asks once per offer, and may make another offer.
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

/** Asks the browser not to delete what is stored for offline use when it runs out of space. The browser may refuse: false. */
export async function keepStorage(
  storage: Pick<StorageManager, 'persisted' | 'persist'> | undefined,
): Promise<boolean> {
  if (!storage?.persist) return false
  try {
    return (await storage.persisted()) || (await storage.persist())
  } catch {
    return false
  }
}
