import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import type { OnboardingStep, User } from '#domain/users/user.schema.ts'
import {
  type Answers,
  answersIn,
  type Entered,
  type Failure,
  isLoaded,
  type Known,
  nothingEntered,
  type OnboardingContext,
  type OnboardingEmitted,
  type OnboardingEvent,
  onlyUser,
  stillEntered,
} from './onboarding.context.ts'
import { isRefusal } from './onboarding.texts.ts'

const provided = <Output, Input>() =>
  fromPromise<Output, Input>(() => Promise.reject(new Error('src/app provides this actor')))

export interface StepRequest {
  step: OnboardingStep
  user: User
}

export interface Confirmed {
  user: User
  made: number
}

/** Requests from the open step, possible while it fetches the current state. */
const submitting = {
  'step.submitted': { guard: 'isAnswerable', target: 'saving' },
  'overview.confirmed': { guard: 'isReviewable', target: 'confirming' },
} as const

const opening = { type: 'open', params: ({ event }: { event: { step: OnboardingStep } }) => event } as const
const reaching = { type: 'isReached', params: ({ event }: { event: { step: OnboardingStep } }) => event } as const

/** Every failure is shown; none changes the fields. */
const failed = (during: Failure['during']) => {
  const params = ({ event }: { event: { error: unknown } }) => ({ during, error: event.error })
  return [
    { type: 'rememberFailure', params },
    { type: 'emitFailure', params },
  ] as const
}

/** A refusal means that the server knows something that the screen does not. */
const afterFailed = (during: 'saving' | 'confirming') =>
  [
    {
      guard: { type: 'isRefusal', params: ({ event }: { event: { error: unknown } }) => event },
      target: 'loading',
      actions: failed(during),
    },
    { target: 'resuming', actions: failed(during) },
  ] as const

/** The address says which of the four steps is open; the first is the furthest step that the server has. */
export const onboardingMachine = setup({
  types: {
    context: {} as OnboardingContext,
    events: {} as OnboardingEvent,
    emitted: {} as OnboardingEmitted,
    input: {} as { user: User; entered?: Entered | null },
  },
  actors: {
    /** the user's current data, and the lists of the step */
    loadStep: provided<Partial<Known>, StepRequest>(),
    /** returns what changed; null for a list that may have */
    saveStep: provided<Partial<Known>, StepRequest & { answers: Answers }>(),
    confirm: provided<Confirmed, StepRequest>(),
  },
  actions: {
    open: assign((_, { step }: { step: OnboardingStep }) => ({ step, failure: null })),
    learn: assign(({ context }, news: Partial<Known>) => {
      const known = { ...context.known, ...news }
      return { known, entered: stillEntered(context.entered, known) }
    }),
    emitUser: emit(({ context }) => ({ type: 'user.changed' as const, user: context.known.user })),
    rememberFailure: assign((_, failure: Failure) => ({ failure })),
    forgetFailure: assign({ failure: null }),
    forgetLoadFailure: assign(({ context: { failure } }) => ({
      failure: failure?.during === 'loading' ? null : failure,
    })),
    emitFailure: emit((_, failure: Failure) => ({ type: 'onboarding.failed' as const, ...failure })),
  },
  guards: {
    isReached: ({ context }, { step }: { step: OnboardingStep }) => step <= context.known.user.onboarding_step,
    isLoaded: ({ context }) => isLoaded(context.step, context.known),
    isAnswerable: ({ context }) => context.step < 4 && isLoaded(context.step, context.known),
    isReviewable: ({ context }) => context.step === 4 && isLoaded(context.step, context.known),
    isRefusal: (_, { error }: { error: unknown }) => isRefusal(error),
  },
}).createMachine({
  id: 'onboarding',
  context: ({ input: { user, entered } }) => ({
    step: user.onboarding_step,
    known: onlyUser(user),
    entered: entered ? stillEntered(entered, onlyUser(user)) : nothingEntered,
    failure: null,
  }),
  initial: 'resuming',
  on: {
    'step.opened': { guard: reaching, target: '.resuming', actions: opening },
    'user.refreshed': { actions: { type: 'learn', params: ({ event: { user } }) => ({ user }) } },
    'names.typed': {
      actions: assign(({ context, event }) => ({ entered: { ...context.entered, names: event.names } })),
    },
    'department.chosen': {
      actions: assign(({ context, event }) => ({ entered: { ...context.entered, departmentId: event.id } })),
    },
    'module.ticked': {
      actions: assign(({ context: { entered }, event: { id, isCompleted } }) => ({
        entered: { ...entered, completed: { ...entered.completed, [id]: isCompleted } },
      })),
    },
  },
  states: {
    resuming: {
      always: [{ guard: 'isLoaded', target: 'filling' }, { target: 'loading' }],
    },

    loading: {
      invoke: {
        src: 'loadStep',
        input: ({ context: { step, known } }) => ({ step, user: known.user }),
        onDone: {
          target: 'filling',
          actions: [{ type: 'learn', params: ({ event }) => event.output }, 'forgetLoadFailure', 'emitUser'],
        },
        onError: { target: 'filling', actions: failed('loading') },
      },
      on: submitting,
    },

    filling: {
      on: {
        ...submitting,
        'retry.requested': 'loading',
        'page.shown': 'loading',
        'connection.returned': 'loading',
      },
    },

    saving: {
      entry: 'forgetFailure',
      invoke: {
        src: 'saveStep',
        input: ({ context }) => ({ step: context.step, user: context.known.user, answers: answersIn(context) }),
        onDone: {
          target: 'resuming',
          actions: [{ type: 'learn', params: ({ event }) => event.output }, 'emitUser'],
        },
        onError: afterFailed('saving'),
      },
      // Opening another step does not cancel what was requested in this one.
      on: { 'step.opened': { guard: reaching, actions: opening } },
    },

    confirming: {
      entry: 'forgetFailure',
      invoke: {
        src: 'confirm',
        input: ({ context: { step, known } }) => ({ step, user: known.user }),
        onDone: {
          target: 'confirmed',
          actions: [
            { type: 'learn', params: ({ event }) => ({ user: event.output.user }) },
            emit(({ event }) => ({ type: 'information.confirmed', made: event.output.made })),
            'emitUser',
          ],
        },
        onError: afterFailed('confirming'),
      },
      on: { 'step.opened': { guard: reaching, actions: opening } },
    },

    /** Onboarding is over: the student has their own first screen. */
    confirmed: {},
  },
})

export type OnboardingActor = ActorRefFrom<typeof onboardingMachine>
