import { useSelector } from '@xstate/react'
import { createContext, useEffect } from 'react'
import type { OnboardingStep } from '#domain/users/user.schema.ts'
import { useProvided } from '#src/ui/use-provided.ts'
import {
  type Answers,
  answersIn,
  type Failure,
  isLoaded,
  isSaved,
  type Known,
  type OnboardingEvent,
} from './onboarding.context.ts'
import type { OnboardingActor } from './onboarding.machine.ts'
import { steps } from './steps.ts'

interface Onboarding {
  actor: OnboardingActor
  /** false while the server does not answer */
  isConnected: boolean
}

export const OnboardingContext = createContext<Onboarding | null>(null)

export interface StepView {
  known: Known
  answers: Answers
  failure: Failure | null
  isLoaded: boolean
  isSaved: boolean
  /** earlier steps with fields that the server has not received */
  unsaved: readonly (typeof steps)[number][]
  /** fields or the confirmation are being sent */
  isBusy: boolean
  isConnected: boolean
  send: (event: OnboardingEvent) => void
}

export function useStep(step: OnboardingStep): StepView {
  const { actor, isConnected } = useProvided(OnboardingContext)
  const snapshot = useSelector(actor, (state) => state)
  const { known, entered, failure } = snapshot.context

  const isReached = step <= known.user.onboarding_step
  useEffect(() => {
    if (isReached) actor.send({ type: 'step.opened', step })
  }, [actor, step, isReached])
  return {
    known,
    answers: answersIn({ known, entered }),
    failure,
    isLoaded: isLoaded(step, known),
    isSaved: isSaved(step, { known, entered }),
    unsaved: steps.filter((earlier) => earlier.step < 4 && !isSaved(earlier.step, { known, entered })),
    isBusy: snapshot.matches('saving') || snapshot.matches('confirming') || snapshot.matches('confirmed'),
    isConnected,
    send: actor.send,
  }
}
