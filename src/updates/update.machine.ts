import { type ActorRefFrom, assign, fromPromise, not, setup } from 'xstate'

export type UpdateEvent =
  /** a newer one is on the device, and waits to be let in */
  | { type: 'version.waiting' }
  /** the server gives out a newer one, or another window let it in: this page runs code that is no more */
  | { type: 'version.replaced' }
  /** a part of this page's code could not be had, since there is a newer version */
  | { type: 'code.missing' }
  | { type: 'update.accepted' }
  | { type: 'update.postponed' }

interface Update {
  /** `replaced`: it is in use elsewhere, so that only this page has to follow */
  kind: 'waiting' | 'replaced'
}

/**
 * A newer version of the app is announced and comes in once the user agrees; otherwise the next start brings it. Nobody
 * who fills in a form sees it until they are done, and nothing typed is lost by it.
 */
export const updateMachine = setup({
  types: { context: {} as Update, events: {} as UpdateEvent, tags: {} as 'announced' },
  actors: {
    /** resolves when reloading the page will show the newer version; given in app/ */
    bringIn: fromPromise<void>(() => Promise.reject(new Error('bringIn is not provided'))),
  },
  guards: {
    /** somebody types, or has a dialog open; given in app/ */
    isInUse: (): boolean => false,
    /** leaving the page would be objected to; given in app/ */
    wouldLoseWork: (): boolean => false,
  },
  actions: {
    /** given in app/ */
    reload: () => undefined,
    noteWaiting: assign({ kind: 'waiting' }),
    noteReplaced: assign({ kind: 'replaced' }),
  },
  delays: { untilLookedAgain: 2_000, longestTakeover: 10_000 },
}).createMachine({
  id: 'update',
  context: { kind: 'waiting' },
  initial: 'none',
  on: {
    'version.waiting': { target: '.heldBack', actions: 'noteWaiting' },
    'version.replaced': { target: '.heldBack', actions: 'noteReplaced' },
    'code.missing': [{ guard: 'wouldLoseWork', target: '.heldBack', actions: 'noteReplaced' }, { target: '.comingIn' }],
  },
  states: {
    none: {},
    heldBack: {
      always: { guard: not('isInUse'), target: 'offered' },
      after: { untilLookedAgain: { target: 'heldBack', reenter: true } },
    },
    offered: {
      tags: 'announced',
      on: {
        'version.waiting': {},
        'version.replaced': { actions: 'noteReplaced' },
        'update.accepted': [{ guard: 'wouldLoseWork', target: 'heldUp' }, { target: 'comingIn' }],
        'update.postponed': 'none',
      },
    },
    /** it was accepted with something unsaved on the screen */
    heldUp: {
      tags: 'announced',
      on: {
        'version.waiting': {},
        'version.replaced': { actions: 'noteReplaced' },
        'update.accepted': [{ guard: 'wouldLoseWork' }, { target: 'comingIn' }],
        'update.postponed': 'none',
      },
    },
    comingIn: {
      tags: 'announced',
      // The page is about to go: messages in the meantime are repeated.
      on: { 'version.waiting': {}, 'version.replaced': {}, 'code.missing': {} },
      invoke: { src: 'bringIn', onDone: 'reloading', onError: 'reloading' },
      after: { longestTakeover: 'reloading' },
    },
    reloading: {
      tags: 'announced',
      entry: 'reload',
      on: { 'version.waiting': {}, 'version.replaced': {}, 'code.missing': {} },
    },
  },
})

export type UpdateActor = ActorRefFrom<typeof updateMachine>
