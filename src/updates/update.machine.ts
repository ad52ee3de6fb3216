import { type ActorRefFrom, assign, fromPromise, not, setup } from 'xstate'

export type UpdateEvent =
  /** a newer version is on the device, and waits to be activated */
  | { type: 'version.waiting' }
  /** the server serves a newer version, or another window activated it: this page runs old code */
  | { type: 'version.replaced' }
  /** part of this page's code failed to load, because there is a newer version */
  | { type: 'code.missing' }
  | { type: 'update.accepted' }
  | { type: 'update.postponed' }

interface Update {
  /** `replaced`: it is in use elsewhere, so only this page must be reloaded */
  kind: 'waiting' | 'replaced'
}

/**
 * Announces a newer version of the app, and activates it once the user agrees; otherwise the next start does. A user who fills
 * in a form sees it only after that, and loses nothing typed.
 */
export const updateMachine = setup({
  types: { context: {} as Update, events: {} as UpdateEvent, tags: {} as 'announced' },
  actors: {
    /** resolves when a reload will show the newer version; provided by app/ */
    bringIn: fromPromise<void>(() => Promise.reject(new Error('bringIn is not provided'))),
  },
  guards: {
    /** the user types, or has a dialog open; provided by app/ */
    isInUse: (): boolean => false,
    /** leaving the page would be objected to; provided by app/ */
    wouldLoseWork: (): boolean => false,
  },
  actions: {
    /** provided by app/ */
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
    /** the user accepted it with unsaved work on the screen */
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
      // The page is about to be reloaded: messages in the meantime are repeated afterwards.
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
