import { type ActorRefFrom, assign, enqueueActions, fromCallback, fromPromise, setup } from 'xstate'
import { presencePhase } from '#domain/presence/presence.rules.ts'
import type { PresenceList, PresenceStatus, Tick, TickOutcome, WalkInNote } from '#domain/presence/presence.schema.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Known, Sent, Unsent } from './presence-store.ts'
import { nameOf, sameOrNew, standing, withSent } from './shown-list.ts'

export interface PresenceInput {
  /** name of the ticker as the list shows it: the administrator's or the device's */
  who: string
  /** a device without an account: its list is deleted after the test days, and it polls for changes */
  isGuest: boolean
  /** ms since the epoch, by the device's clock */
  now: () => number
  newKey: () => string
}

interface PresenceContext extends PresenceInput, Unsent {
  list: PresenceList | null
  offset: number
  /** when the server last sent the list, or said that it did not change (ms since the epoch, by the device's clock) */
  receivedAt: number | null
  /** why the last request failed; null after a success */
  failure: unknown
  failures: number
  /** the device cannot store ticks: this page must stay open until all are sent */
  isForgetful: boolean
  isSeen: boolean
  /** ticks that do not count, which the user has not yet read about */
  remarks: { unknown: number; outside: number; stale: readonly string[] }
  /** last act on all unticked students, until it is undone; without those ticked separately since */
  act: Act | null
  /** a teacher removed this device, or ended its link: it reads nothing more, and sends what it has */
  isTakenOff: boolean
  /** number of ticks of a removed device that do not count: made after the removal, not sent in time, or of another room */
  lost: number
}

/** One status for all students who had none. */
export interface Act {
  status: PresenceStatus
  students: number
  ticks: readonly Tick[]
}

export type PresenceEvent =
  | { type: 'tick.made'; enrollment_id: number; status: PresenceStatus | null }
  | { type: 'rest.ticked'; enrollment_ids: readonly number[]; students: number; status: PresenceStatus }
  /** the student's code was read, whose hash is `scanned` */
  | { type: 'code.read'; enrollment_ids: readonly number[]; scanned: string }
  | { type: 'act.undone' }
  | { type: 'name.noted'; name: string }
  /** another tab of this browser ticked, or sent what was unsent */
  | { type: 'unsent.added'; unsent: Unsent }
  | { type: 'unsent.gone'; keys: readonly string[] }
  | { type: 'keeping.failed' }
  /** somebody ticked elsewhere */
  | { type: 'news.heard' }
  | { type: 'network.returned' }
  | { type: 'page.seen' }
  | { type: 'page.hidden' }
  | { type: 'remarks.read' }

/** For the device's storage, which also notifies the other tabs. */
export type KeeperEvent = { type: 'keep'; unsent: Unsent }

const provided = <Output, Input>() =>
  fromPromise<Output, Input>(() => Promise.reject(new Error('src/presence/presence-actors.ts provides this actor')))

/** Ticks per request: an answer to them takes less than a second on a slow network. */
const TICKS_PER_REQUEST = 200

const errorOf = ({ event }: { event: { error: unknown } }) => ({ error: event.error })

const NO_REMARKS = { unknown: 0, outside: 0, stale: [] }

/** All other failures are retried. */
const whenAsked = [
  { guard: { type: 'isClosed', params: errorOf }, target: '#presence.closed' },
  { target: '#presence.waiting', actions: { type: 'fail', params: errorOf } },
] as const

/** Sending failed; `ended`: the server takes nothing more from this device. */
const whenSent = [{ guard: { type: 'isEnded', params: errorOf }, target: '#presence.ended' }, ...whenAsked] as const

/** Reading failed; `closed`: the server shows nothing more to this device, but still takes what it has. */
const whenRead = [
  {
    guard: { type: 'isEnded', params: errorOf },
    target: '#presence.closed',
    actions: 'takeOff',
  },
  ...whenAsked,
] as const

/**
 * An attendance list on a tablet. Ticks are stored on the device first and sent in the background, so the network may come and
 * go; see presence.rationale.md. Unsent ticks are sent before the list is requested, so that an answer never shows a row as it
 * was before one's own tick.
 */
export const presenceMachine = setup({
  types: { context: {} as PresenceContext, events: {} as PresenceEvent, input: {} as PresenceInput },
  actors: {
    readKept: provided<{ known: Known | null; unsent: Unsent }, void>(),
    keeper: fromCallback<KeeperEvent>(() => {}),
    /** resolves once the server has them, and the device has deleted them */
    send: provided<Sent, Unsent>(),
    /** null if nothing changed */
    fetchList: provided<Known | null, void>(),
  },
  actions: {
    wipeList: () => {},
    /** deletes the list, unsent ticks, and this browser's token for the link */
    wipeAll: () => {},
    learn: assign(({ context }, { list, offset, receivedAt }: Known) => ({
      list: sameOrNew(context.list, list),
      offset,
      receivedAt,
    })),
    settle: assign(({ context }, { ticks, notes, outcomes }: Sent) => {
      const gone = new Set([...ticks, ...notes].map(({ key }) => key))
      const is = (outcome: TickOutcome) => (_: Tick, at: number) => outcomes[at] === outcome
      const unknown = ticks.filter(is('unknown'))
      const names = new Map(context.list?.entities.map((entry) => [entry.enrollment_id, nameOf(entry)]))
      const stale = unknown.flatMap(({ scanned, enrollment_id }) => (scanned && names.get(enrollment_id)) || [])
      return {
        list: context.list && withSent(context.list, ticks, outcomes, context.who),
        ticks: context.ticks.filter(({ key }) => !gone.has(key)),
        notes: context.notes.filter(({ key }) => !gone.has(key)),
        remarks: {
          unknown: context.remarks.unknown + unknown.filter(({ scanned }) => !scanned).length,
          outside: context.remarks.outside + ticks.filter(is('outside')).length,
          stale: [...new Set([...context.remarks.stale, ...stale])],
        },
        failure: null,
        failures: 0,
      }
    }),
    fail: assign(({ context }, { error }: { error: unknown }) => ({ failure: error, failures: context.failures + 1 })),
    /** The network returned, but may not carry anything yet: if the next try fails, the pause is as short as after the first. */
    forgetFailures: assign({ failures: 0 }),
    takeOff: assign({ isTakenOff: true }),
    forget: assign(({ context }) => ({
      list: null,
      ticks: [],
      notes: [],
      lost:
        context.ticks.length +
        context.notes.length +
        context.remarks.outside +
        context.remarks.unknown +
        context.remarks.stale.length,
      failure: null,
    })),
  },
  guards: {
    isTakenOff: ({ context }) => context.isTakenOff,
    hasUnsent: ({ context: { ticks, notes } }) => ticks.length + notes.length > 0,
    isSeen: ({ context }) => context.isSeen,
    /** Known without the server: a device left in a cupboard deletes its list when it is opened. */
    isOver: ({ context: { isGuest, list, now, offset } }) =>
      isGuest && list !== null && ['sending', 'over'].includes(presencePhase(list.testmoment, now() + offset)),
    isClosed: (_, { error }: { error: unknown }) => error instanceof ApiError && error.reason === 'presence-closed',
    isEnded: (_, { error }: { error: unknown }) =>
      error instanceof ApiError && ['link-ended', 'device-refused'].includes(error.reason),
  },
  delays: {
    /** successive taps are sent together */
    untilSent: 250,
    /** an administrator gets changes by the live stream; this polls for those that it missed */
    untilAskedAgain: ({ context }) => (context.isGuest ? 5_000 : 60_000),
    backOff: ({ context }) => {
      const pause = context.failure instanceof ApiError ? (context.failure.retryAfter ?? 0) * 1_000 : 0
      return Math.max(pause, Math.min(2_000 * 1.6 ** (context.failures - 1), 30_000))
    },
  },
}).createMachine({
  id: 'presence',
  context: ({ input }) => ({
    ...input,
    list: null,
    offset: 0,
    receivedAt: null,
    ticks: [],
    notes: [],
    failure: null,
    failures: 0,
    isForgetful: false,
    isSeen: true,
    remarks: NO_REMARKS,
    act: null,
    isTakenOff: false,
    lost: 0,
  }),
  invoke: { id: 'keeper', src: 'keeper' },
  on: {
    'tick.made': {
      actions: enqueueActions(({ context, event, enqueue }) => {
        const { enrollment_id, status } = event
        const tick: Tick = { key: context.newKey(), enrollment_id, status, at: instantIn(context) }
        const { act } = context
        const others = act?.ticks.filter((made) => made.enrollment_id !== enrollment_id) ?? []
        enqueue.assign({ ticks: [...context.ticks, tick], act: act && { ...act, ticks: others } })
        enqueue.sendTo('keeper', { type: 'keep', unsent: { ticks: [tick], notes: [] } })
      }),
    },
    'rest.ticked': {
      actions: enqueueActions(({ context, event, enqueue }) => {
        const { enrollment_ids, students, status } = event
        const at = instantIn(context)
        const ticks = enrollment_ids.map(
          (enrollment_id): Tick => ({ key: context.newKey(), enrollment_id, status, at, replaces: null }),
        )
        enqueue.assign({ ticks: [...context.ticks, ...ticks], act: { status, students, ticks } })
        enqueue.sendTo('keeper', { type: 'keep', unsent: { ticks, notes: [] } })
      }),
    },
    'code.read': {
      actions: enqueueActions(({ context, event, enqueue }) => {
        const at = instantIn(context)
        const ticks = event.enrollment_ids.map(
          (enrollment_id): Tick => ({
            ...{ key: context.newKey(), enrollment_id, status: 'present', at },
            scanned: event.scanned,
          }),
        )
        enqueue.assign({ ticks: [...context.ticks, ...ticks], act: { status: 'present', students: 1, ticks } })
        enqueue.sendTo('keeper', { type: 'keep', unsent: { ticks, notes: [] } })
      }),
    },
    'act.undone': {
      actions: enqueueActions(({ context, enqueue }) => {
        const at = instantIn(context)
        const ticks = standingOf(context).map(
          ({ key, enrollment_id }): Tick => ({ key: context.newKey(), enrollment_id, status: null, at, replaces: key }),
        )
        enqueue.assign({ ticks: [...context.ticks, ...ticks], act: null })
        enqueue.sendTo('keeper', { type: 'keep', unsent: { ticks, notes: [] } })
      }),
    },
    'name.noted': {
      actions: enqueueActions(({ context, event, enqueue }) => {
        const note: WalkInNote = { key: context.newKey(), name: event.name, at: instantIn(context) }
        enqueue.assign({ notes: [...context.notes, note] })
        enqueue.sendTo('keeper', { type: 'keep', unsent: { ticks: [], notes: [note] } })
      }),
    },
    'unsent.added': {
      actions: assign(({ context, event: { unsent } }) => ({
        ticks: [...context.ticks, ...unsent.ticks],
        notes: [...context.notes, ...unsent.notes],
      })),
    },
    'unsent.gone': {
      actions: assign(({ context, event: { keys } }) => ({
        ticks: context.ticks.filter(({ key }) => !keys.includes(key)),
        notes: context.notes.filter(({ key }) => !keys.includes(key)),
      })),
    },
    'keeping.failed': { actions: assign({ isForgetful: true }) },
    'network.returned': { actions: 'forgetFailures' },
    'page.seen': { actions: assign({ isSeen: true }) },
    'page.hidden': { actions: assign({ isSeen: false }) },
    'remarks.read': { actions: assign({ remarks: NO_REMARKS }) },
  },
  initial: 'opening',
  states: {
    opening: {
      invoke: {
        src: 'readKept',
        onDone: {
          target: 'decided',
          actions: enqueueActions(({ context, event: { output }, enqueue }) => {
            const { known, unsent } = output
            if (known) enqueue({ type: 'learn', params: known })
            // Ticks made during this read are stored by now too.
            const isNew = (here: readonly { key: string }[]) => (kept: { key: string }) =>
              !here.some(({ key }) => key === kept.key)
            enqueue.assign({
              ticks: [...unsent.ticks.filter(isNew(context.ticks)), ...context.ticks],
              notes: [...unsent.notes.filter(isNew(context.notes)), ...context.notes],
            })
          }),
        },
        onError: { target: 'decided', actions: assign({ isForgetful: true }) },
      },
    },
    decided: {
      always: [
        { guard: 'isOver', target: 'closed' },
        { guard: 'hasUnsent', target: 'sending' },
        { target: 'fetching' },
      ],
    },
    sending: {
      invoke: {
        src: 'send',
        input: ({ context }) => partOf(context),
        onDone: { target: 'decided', actions: { type: 'settle', params: ({ event }) => event.output } },
        onError: whenSent,
      },
    },
    fetching: {
      invoke: {
        src: 'fetchList',
        onDone: {
          target: 'resting',
          actions: enqueueActions(({ context, event: { output }, enqueue }) => {
            if (output) enqueue({ type: 'learn', params: output })
            enqueue.assign({ failure: null, failures: 0, receivedAt: context.now() })
          }),
        },
        onError: whenRead,
      },
      // The requested list may be older than the event: request it again, after what was ticked meanwhile is sent.
      on: { 'news.heard': 'decided' },
    },
    /** Everything is sent, and the list is the server's. */
    resting: {
      always: { guard: 'hasUnsent', target: 'gathering' },
      after: {
        untilAskedAgain: [
          { guard: 'isSeen', target: 'decided' },
          { target: 'resting', reenter: true },
        ],
      },
      on: {
        'news.heard': 'fetching',
        'page.seen': { target: 'decided', actions: assign({ isSeen: true }) },
      },
    },
    gathering: { after: { untilSent: 'decided' } },
    /** The server was unreachable or could not answer: retries after a while. */
    waiting: {
      after: { backOff: 'decided' },
      on: {
        'network.returned': { target: 'decided', actions: 'forgetFailures' },
        'page.seen': { target: 'decided', actions: assign({ isSeen: true }) },
      },
    },

    /**
     * The test days are over, or a teacher removed this device. The list is deleted here; ticks made in time are still sent.
     */
    closed: {
      entry: ['wipeList', assign({ list: null, act: null, failure: null, failures: 0 })],
      initial: 'decided',
      states: {
        decided: { always: [{ guard: 'hasUnsent', target: 'sending' }, { target: 'emptied' }] },
        sending: {
          invoke: {
            src: 'send',
            input: ({ context }) => partOf(context),
            onDone: { target: 'decided', actions: { type: 'settle', params: ({ event }) => event.output } },
            onError: [
              { guard: { type: 'isEnded', params: errorOf }, target: '#presence.ended' },
              { target: 'waiting', actions: { type: 'fail', params: errorOf } },
            ],
          },
        },
        waiting: {
          after: { backOff: 'decided' },
          on: { 'network.returned': { target: 'decided', actions: 'forgetFailures' }, 'page.seen': 'decided' },
        },
        emptied: { always: { guard: 'isTakenOff', target: '#presence.ended' } },
      },
    },

    /** A teacher removed this device or ended the link, and everything is sent or too late: nothing is left on the device. */
    ended: { type: 'final', entry: ['forget', 'wipeAll'] },
  },
})

const partOf = ({ ticks, notes }: Unsent): Unsent => ({
  ticks: ticks.slice(0, TICKS_PER_REQUEST),
  notes: notes.slice(0, TICKS_PER_REQUEST / 4),
})

/** Ticks of the last act that their rows still show: a colleague may have ticked a row since. */
function standingOf({ act, list, ticks, who }: PresenceContext): readonly Tick[] {
  const unsent = standing(ticks)
  const shown = new Map(list?.entities.map(({ enrollment_id, ticked }) => [enrollment_id, ticked]))
  return (act?.ticks ?? []).filter(({ key, enrollment_id, status }) => {
    const last = unsent.get(enrollment_id)
    if (last) return last.key === key
    const ticked = shown.get(enrollment_id)
    return ticked?.who === who && ticked.status === status
  })
}

/** The present time by the server's clock, but after all earlier ticks made here: of two taps the second counts. */
function instantIn({ now, offset, ticks }: PresenceContext): string {
  const last = ticks.at(-1)
  return new Date(Math.max(now() + offset, last ? Date.parse(last.at) + 1 : 0)).toISOString()
}

export type PresenceActor = ActorRefFrom<typeof presenceMachine>
