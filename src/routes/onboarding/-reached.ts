import { redirect } from '@tanstack/react-router'
import type { OnboardingStep, User } from '#domain/users/user.schema.ts'
import { pathOf } from '#src/onboarding/steps.ts'

/** Makes a guard that leads from a step not yet reached to the furthest step reached. */
export const reached =
  (step: OnboardingStep) =>
  ({ context: { user } }: { context: { user: User } }): void => {
    if (user.onboarding_step < step) throw redirect({ to: pathOf(user.onboarding_step), replace: true })
  }
