import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import {
  canBeChosen,
  type EnrollmentFacts,
  type EnrollmentQuestion,
  hasSeat,
  isOffered,
  type ModuleFacts,
  slotsLeft,
} from './enrollment.rules.ts'

/** Obstacle for a student at a current moment, whatever the module; `full` leads to the waiting list. */
export type MomentObstacle = 'closed' | 'nothing-offered' | 'all-completed' | 'no-slots-left' | 'full'

/** First obstacle that applies; null if there is something to choose. */
export function momentObstacle(
  moment: MomentFacts,
  modules: readonly ModuleFacts[],
  enrollments: readonly EnrollmentFacts[],
  now: number,
  free_seats: EnrollmentQuestion['free_seats'] = Number.POSITIVE_INFINITY,
): MomentObstacle | null {
  if (!canBeChosen(moment, now)) return 'closed'
  const offered = modules.filter((module) => isOffered(moment, module))
  if (offered.length === 0) return 'nothing-offered'
  if (offered.every((module) => module.is_completed)) return 'all-completed'
  if (slotsLeft(moment, enrollments) === 0) return 'no-slots-left'
  return free_seats <= 0 && !hasSeat(enrollments, moment.id) ? 'full' : null
}
