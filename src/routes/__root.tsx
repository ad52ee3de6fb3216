import { createRootRouteWithContext } from '@tanstack/react-router'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import type { OnboardingActor } from '#src/onboarding/onboarding.machine.ts'

/** Context of guards and loaders. Behind a guard `user` is not null. */
export interface RouterContext {
  /** for everybody who is logged in */
  api: Api
  publicApi: Api
  user: User | null
  lists: StudentLists | null
  /** starts a new student's onboarding, or returns the one already started */
  onboarding: () => Promise<OnboardingActor>
}

export const Route = createRootRouteWithContext<RouterContext>()()
