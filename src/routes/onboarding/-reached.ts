import { redirect } from '@tanstack/react-router'
import type { OnboardingStep, User } from '#domain/users/user.schema.ts'
import { pathOf } from '#src/onboarding/steps.ts'

/** A guard: a step that was not reached leads to the furthest that was. */
export const reached =
  (step: OnboardingStep) =>
  ({ context: { user } }: { context: { user: User } }): void => {
    if (user.onboarding_step < step) throw redirect({ to: pathOf(user.onboarding_step), replace: true })
  }
