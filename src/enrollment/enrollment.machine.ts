import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import { isUnanswered } from '#src/api/api-error.ts'
import {
  type Attempt,
  type EnrollmentEmitted,
  type EnrollmentEvent,
  enrollmentOutcome,
  joinedOutcome,
  leavingOutcome,
  type MoveAttempt,
  moveOutcome,
  type Standing,
  unenrollmentOutcome,
  verifiedOutcome,
  type WaitAttempt,
  waitingOutcome,
} from './attempt.ts'

const provided = <Output, Input>() =>
  fromPromise<Output, Input>(() => Promise.reject(new Error('src/app provides this actor')))

/** A request is on its way; one that lasts is said to the student. */
const underWay = {
  tags: 'busy',
  initial: 'waiting',
  states: { waiting: { after: { slow: 'lasting' } }, lasting: { tags: 'slow' } },
} as const

/** Machine of one dialog between a student and the server. Nothing counts as done before the server's answer. */
export const enrollmentMachine = setup({
  types: {
    context: {} as { attempt: Attempt | null },
    events: {} as EnrollmentEvent,
    emitted: {} as EnrollmentEmitted,
    tags: {} as 'busy' | 'slow' | 'resting',
  },
  actors: {
    enroll: provided<void, Attempt>(),
    unenroll: provided<void, Attempt>(),
    move: provided<void, MoveAttempt>(),
    /** enrolls instead if a seat is free by then */
    join: provided<Standing, WaitAttempt>(),
    leave: provided<void, Attempt>(),
    /** asks the server whether the student is enrolled there, or on the waiting list */
    lookUp: provided<Standing, Attempt>(),
    /** rejects if the lists on the screen stay outdated */
    refreshLists: provided<void, void>(),
  },
  guards: {
    isUnanswered: (_, { error }: { error: unknown }) => isUnanswered(error),
  },
  delays: { slow: 3_000, rest: 500 },
}).createMachine({
  id: 'enrollment',
  context: { attempt: null },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'enrollment.submitted': {
          target: 'enrolling',
          actions: assign({ attempt: ({ event }) => ({ ...event.attempt, wish: 'enrolled' }) }),
        },
        'unenrollment.submitted': {
          target: 'unenrolling',
          actions: assign({ attempt: ({ event }) => ({ ...event.attempt, wish: 'unenrolled' }) }),
        },
        'move.submitted': {
          target: 'moving',
          actions: assign({ attempt: ({ event }) => ({ ...event.attempt, wish: 'moved' }) }),
        },
        'waiting.submitted': {
          target: 'joining',
          actions: assign({ attempt: ({ event }) => ({ ...event.attempt, wish: 'waiting' }) }),
        },
        'waiting.ended': {
          target: 'leaving',
          actions: assign({ attempt: ({ event }) => ({ ...event.attempt, wish: 'left' }) }),
        },
      },
      initial: 'still',
      states: {
        still: {},
        /** The screen already shows the student's own change; fetching other people's changes blocks nothing. */
        renewing: {
          invoke: {
            src: 'refreshLists',
            onDone: 'still',
            onError: { target: 'still', actions: emit({ type: 'lists.outdated' }) },
          },
        },
      },
    },

    /** The button now has the opposite meaning: ignores a second tap of an impatient thumb. */
    resting: { tags: 'resting', after: { rest: 'choosing.renewing' } },

    enrolling: {
      ...underWay,
      invoke: {
        src: 'enroll',
        input: ({ context }) => made(context.attempt),
        onDone: {
          target: 'resting',
          actions: emit(({ context }) => ({ type: 'enrollment.made', attempt: made(context.attempt) })),
        },
        onError: [
          { guard: { type: 'isUnanswered', params: ({ event }) => event }, target: 'verifying' },
          {
            target: 'refreshing',
            actions: emit(({ context, event }) => enrollmentOutcome(made(context.attempt), event.error)),
          },
        ],
      },
    },

    unenrolling: {
      ...underWay,
      invoke: {
        src: 'unenroll',
        input: ({ context }) => made(context.attempt),
        onDone: {
          target: 'resting',
          actions: emit(({ context }) => ({ type: 'unenrollment.made', attempt: made(context.attempt) })),
        },
        onError: [
          { guard: { type: 'isUnanswered', params: ({ event }) => event }, target: 'verifying' },
          {
            target: 'refreshing',
            actions: emit(({ context, event }) => unenrollmentOutcome(made(context.attempt), event.error)),
          },
        ],
      },
    },

    moving: {
      ...underWay,
      invoke: {
        src: 'move',
        input: ({ context }) => aMove(context.attempt),
        onDone: {
          target: 'resting',
          actions: emit(({ context }) => ({ type: 'move.made', attempt: aMove(context.attempt) })),
        },
        onError: [
          { guard: { type: 'isUnanswered', params: ({ event }) => event }, target: 'verifying' },
          {
            target: 'refreshing',
            actions: emit(({ context, event }) => moveOutcome(aMove(context.attempt), event.error)),
          },
        ],
      },
    },

    /** Requests a place on the waiting list of a full moment. */
    joining: {
      ...underWay,
      invoke: {
        src: 'join',
        input: ({ context }) => aWait(context.attempt),
        onDone: {
          target: 'resting',
          actions: emit(({ context, event }) => joinedOutcome(aWait(context.attempt), event.output)),
        },
        onError: [
          { guard: { type: 'isUnanswered', params: ({ event }) => event }, target: 'verifying' },
          {
            target: 'refreshing',
            actions: emit(({ context, event }) => waitingOutcome(aWait(context.attempt), event.error)),
          },
        ],
      },
    },

    leaving: {
      ...underWay,
      invoke: {
        src: 'leave',
        input: ({ context }) => made(context.attempt),
        onDone: {
          target: 'resting',
          actions: emit(({ context }) => ({ type: 'leaving.made', attempt: made(context.attempt) })),
        },
        onError: [
          { guard: { type: 'isUnanswered', params: ({ event }) => event }, target: 'verifying' },
          {
            target: 'refreshing',
            actions: emit(({ context, event }) => leavingOutcome(made(context.attempt), event.error)),
          },
        ],
      },
    },

    /** No answer came: the server may have carried it out or not. */
    verifying: {
      tags: ['busy', 'slow'],
      invoke: {
        src: 'lookUp',
        input: ({ context }) => made(context.attempt),
        onDone: {
          target: 'resting',
          actions: emit(({ context, event }) => verifiedOutcome(made(context.attempt), event.output)),
        },
        // If this gets no answer, fetching the lists would not either.
        onError: {
          target: 'choosing',
          actions: emit(({ context }) => ({ type: 'outcome.unknown', attempt: made(context.attempt) })),
        },
      },
    },

    /** A refusal means that the screen is outdated: no other request until it is fetched. */
    refreshing: {
      tags: 'busy',
      invoke: {
        src: 'refreshLists',
        onDone: 'choosing',
        onError: { target: 'choosing', actions: emit({ type: 'lists.outdated' }) },
      },
    },
  },
})

export type EnrollmentActor = ActorRefFrom<typeof enrollmentMachine>

/** Asserts the attempt: every state that sends something is entered with one. */
function made(attempt: Attempt | null): Attempt {
  if (!attempt) throw new Error('Nothing was asked for')
  return attempt
}

function aMove(attempt: Attempt | null): MoveAttempt {
  if (attempt?.wish !== 'moved') throw new Error('No move was asked for')
  return attempt
}

function aWait(attempt: Attempt | null): WaitAttempt {
  if (attempt?.wish !== 'waiting') throw new Error('No place in line was asked for')
  return attempt
}
