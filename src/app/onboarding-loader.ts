import type { User } from '#domain/user/user.schema.ts'
import type { OnboardingActor } from '#src/onboarding/onboarding.machine.ts'

/** One onboarding for each router, whose person it is of. Only new students load the code; a load that failed is tried again. */
export function onboardingLoader(): (user: User) => Promise<OnboardingActor> {
  let starting: Promise<OnboardingActor> | undefined
  return (user) => {
    starting ??= import('./onboarding.ts').then(({ startOnboarding }) => startOnboarding(user))
    starting.catch(() => {
      starting = undefined
    })
    return starting
  }
}
