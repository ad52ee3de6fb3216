import type { OnboardingStep, User } from '#domain/users/user.schema.ts'
import type { Failure, Names } from './onboarding.context.ts'

export type OnboardingEvent =
  /** by its address: a link, the back button, a reload */
  | { type: 'step.opened'; step: OnboardingStep }
  /** the session asked who the student is, for reasons of its own */
  | { type: 'user.refreshed'; user: User }
  | { type: 'names.typed'; names: Names }
  | { type: 'department.chosen'; id: number }
  | { type: 'module.ticked'; id: number; isCompleted: boolean }
  /** what the open step says is to be saved */
  | { type: 'step.submitted' }
  | { type: 'overview.confirmed' }
  | { type: 'retry.requested' }
  /** the student comes back to this tab: they may have gone on elsewhere meanwhile */
  | { type: 'page.shown' }
  | { type: 'connection.returned' }

export type OnboardingEmitted =
  /** the server said how the user is now */
  | { type: 'user.changed'; user: User }
  | ({ type: 'onboarding.failed' } & Failure)
  /** `made`: how many automatic enrollments came of it */
  | { type: 'information.confirmed'; made: number }
