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

/** Machine of one dialog between a student and the server. Nothing counts as done before the server said so. */
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
    /** Who finds a seat by then is enrolled instead. */
    join: provided<Standing, WaitAttempt>(),
    leave: provided<void, Attempt>(),
    /** asks the server: is the student enrolled there, or in line? */
    lookUp: provided<Standing, Attempt>(),
    /** fails when the lists on the screen stay as they were */
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
        /** The screen shows by itself what was done here; what others did meanwhile holds up nobody. */
        renewing: {
          invoke: {
            src: 'refreshLists',
            onDone: 'still',
            onError: { target: 'still', actions: emit({ type: 'lists.outdated' }) },
          },
        },
      },
    },

    /** The button means the opposite from now on: one more tap of an impatient thumb is not meant for that. */
    resting: { tags: 'resting', after: { rest: 'choosing.renewing' } },

    enrolling: {
      tags: 'busy',
      initial: 'waiting',
      states: { waiting: { after: { slow: 'lasting' } }, lasting: { tags: 'slow' } },
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
      tags: 'busy',
      initial: 'waiting',
      states: { waiting: { after: { slow: 'lasting' } }, lasting: { tags: 'slow' } },
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
      tags: 'busy',
      initial: 'waiting',
      states: { waiting: { after: { slow: 'lasting' } }, lasting: { tags: 'slow' } },
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

    /** A place in the line of a full moment is asked for. */
    joining: {
      tags: 'busy',
      initial: 'waiting',
      states: { waiting: { after: { slow: 'lasting' } }, lasting: { tags: 'slow' } },
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
      tags: 'busy',
      initial: 'waiting',
      states: { waiting: { after: { slow: 'lasting' } }, lasting: { tags: 'slow' } },
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

    /** No answer came: it may have been done, or not. */
    verifying: {
      tags: ['busy', 'slow'],
      invoke: {
        src: 'lookUp',
        input: ({ context }) => made(context.attempt),
        onDone: {
          target: 'resting',
          actions: emit(({ context, event }) => verifiedOutcome(made(context.attempt), event.output)),
        },
        // Where this gets no answer, fetching the lists would not either.
        onError: {
          target: 'choosing',
          actions: emit(({ context }) => ({ type: 'outcome.unknown', attempt: made(context.attempt) })),
        },
      },
    },

    /** A refusal shows that the screen is outdated: nothing more can be requested from it. */
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

/** Every state that acts is entered with an attempt. */
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
