import { enrollmentFactsOf, moduleFactsOf, momentFactsOf } from '#domain/enrollment/enrollment-facts.ts'
import type { ModuleStatus } from '#domain/module/module-status.schema.ts'
import { type MomentObstacle, momentObstacle } from '#domain/testmoment/availability.rules.ts'
import { opensAt } from '#domain/testmoment/opening.rules.ts'
import type { Testmoment } from '#domain/testmoment/testmoment.schema.ts'
import { offeredWish } from '#src/parts/enrolment-dialog/offered-wish.ts'
import { choicesAtMoment, isClosed, slotsAtMoment } from '#src/parts/moment-dialog/choices-at-moment.ts'

/** How a student stands with a moment as a whole. */
export interface MomentStanding {
  /** names of the modules that they take there */
  taken: string[]
  /** whatever the module; `taken-elsewhere`: all that they could take here they take at another moment */
  obstacle: MomentObstacle | 'taken-elsewhere' | null
  slots: number
  /** when (ISO) it will open by itself */
  opensAt: string | null
  /** there is something to see or change in its dialog */
  hasChoices: boolean
  /** something can be taken, left or moved here now */
  isChangeable: boolean
}

export function momentStanding(
  testmoment: Testmoment,
  { statuses, now }: { statuses: readonly ModuleStatus[]; now: number },
): MomentStanding {
  const choices = choicesAtMoment(testmoment, { statuses, now })
  const taken = choices.filter(({ choice }) => choice.enrollment).map(({ module }) => module.name)
  const isFree = choices.some(({ choice }) => choice.verdict.allowed)
  const obstacle = isClosed(choices)
    ? 'closed'
    : momentObstacle(momentFactsOf(testmoment), statuses.map(moduleFactsOf), enrollmentFactsOf(statuses), now)
  return {
    taken,
    obstacle: obstacle ?? (isFree ? null : 'taken-elsewhere'),
    slots: slotsAtMoment(testmoment, statuses),
    opensAt: opensAt(testmoment),
    hasChoices: choices.length > 0,
    isChangeable: choices.some(({ choice }) => offeredWish(choice) !== null),
  }
}
