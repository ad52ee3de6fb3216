import { type ActorRefFrom, assign, setup } from 'xstate'
import { lostAnswerEnding } from '#src/api/failure.texts.ts'

export type ToastCategory = 'success' | 'error' | 'neutral'

export interface Word {
  category: ToastCategory
  text: string
  /** the student is now enrolled: shows the mark, which means nothing else */
  isEnrolled?: boolean
  /** subject: a newer toast about the same replaces it */
  about?: string | undefined
}

export interface Toast extends Word {
  id: number
  /** remaining time (ms) to read it */
  left: number
}

/**
 * Toasts to show in the room for `most`: the newest. A neutral remark gives way to a failure that is still to be read: 'the
 * list may be outdated' comes right after 'you are not enrolled'.
 */
export function toastsInSight(toasts: readonly Toast[], most: number): readonly Toast[] {
  if (toasts.length <= most) return toasts
  const isRemark = ({ category }: Toast) => category === 'neutral'
  if (!toasts.some(({ category }) => category === 'error')) return toasts.slice(-most)
  const chosen = [...toasts.filter(isRemark), ...toasts.filter((toast) => !isRemark(toast))].slice(-most)
  return toasts.filter((toast) => chosen.includes(toast))
}

const categoryOf = { done: 'success', unknown: 'neutral' } as const

/** A write whose answer was lost did not fail, whatever category the screen gave it. */
function toned(word: Word): Word {
  const ending = lostAnswerEnding(word.text)
  return ending ? { ...word, category: categoryOf[ending] } : word
}

const TOAST_MS = 4_000

export interface ToastsOnScreen {
  /** oldest first, which is also the first to go */
  toasts: readonly Toast[]
  /** time from which `left` counts (ms since the epoch) */
  since: number
  made: number
}

type ToastsEvent =
  | { type: 'toast.raised'; word: Word }
  | { type: 'toast.dismissed'; id: number }
  /** the user who got them has left */
  | { type: 'toasts.cleared' }
  /** the user points at a toast, has the focus in it, or cannot see the page */
  | { type: 'reading.paused' }
  | { type: 'reading.resumed' }

/** Each toast is shown for its full reading time; while reading is paused none grows older. */
export const toastsMachine = setup({
  types: { context: {} as ToastsOnScreen, events: {} as ToastsEvent },
  delays: { untilOldestGoes: ({ context }) => Math.max(0, context.toasts[0]?.left ?? 0) },
  guards: { hasToasts: ({ context }) => context.toasts.length > 0 },
  actions: {
    age: assign(({ context }) => {
      const elapsed = Date.now() - context.since
      return { since: Date.now(), toasts: context.toasts.map((toast) => ({ ...toast, left: toast.left - elapsed })) }
    }),
    startClock: assign({ since: () => Date.now() }),
    add: assign(({ context }, said: Word) => {
      const word = toned(said)
      return {
        made: context.made + 1,
        toasts: [
          ...context.toasts.filter(({ about }) => !about || about !== word.about),
          { ...word, id: context.made, left: TOAST_MS },
        ],
      }
    }),
    remove: assign({ toasts: ({ context }, id: number) => context.toasts.filter((toast) => toast.id !== id) }),
    forgetAll: assign({ toasts: [] }),
    removeOldest: assign({ toasts: ({ context }) => context.toasts.slice(1) }),
  },
}).createMachine({
  id: 'toasts',
  context: { toasts: [], since: 0, made: 0 },
  // Nobody can read any before the area is rendered.
  initial: 'paused',
  // Ends a pause too: the toast under the pointer is gone, and no event will say that the pointer left it.
  on: { 'toasts.cleared': { target: '.running', reenter: true, actions: 'forgetAll' } },
  states: {
    running: {
      entry: 'startClock',
      exit: 'age',
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'hasToasts', target: 'showing' }, { target: 'empty' }] },
        empty: {},
        showing: { after: { untilOldestGoes: { target: '#toasts.running', reenter: true, actions: 'removeOldest' } } },
      },
      on: {
        'reading.paused': 'paused',
        'toast.raised': {
          target: 'running',
          reenter: true,
          actions: { type: 'add', params: ({ event }) => event.word },
        },
        'toast.dismissed': {
          target: 'running',
          reenter: true,
          actions: { type: 'remove', params: ({ event }) => event.id },
        },
      },
    },
    paused: {
      on: {
        'reading.resumed': 'running',
        'toast.raised': { actions: { type: 'add', params: ({ event }) => event.word } },
        'toast.dismissed': { actions: { type: 'remove', params: ({ event }) => event.id } },
      },
    },
  },
})

export type ToastsActor = ActorRefFrom<typeof toastsMachine>
