import {
  enrollmentFactsOf,
  type MomentObstacle,
  moduleFactsOf,
  momentFactsOf,
  momentObstacle,
} from '#domain/enrollments/choice.rules.ts'
import { unansweredTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import { type PlannedChange, plannedChange } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { offeredWish } from '#src/parts/enrollment-dialog/offered-wish.ts'
import { choicesAtMoment, isClosed, slotsAtMoment } from '#src/parts/moment-dialog/choices-at-moment.ts'

/** How a student stands with a moment as a whole. */
export interface MomentStanding {
  /** names of the modules that they take there */
  taken: string[]
  /** what of it is not sure, in words */
  unanswered: string[]
  /** whatever the module; `taken-elsewhere`: all that they could take here they take at another moment */
  obstacle: MomentObstacle | 'taken-elsewhere' | null
  slots: number
  /** when it opens by itself, or until when something can be taken, left or moved here */
  planned: PlannedChange | null
  /** something can be taken, left or moved here now */
  isChangeable: boolean
}

export function momentStanding(
  testmoment: Testmoment,
  { statuses, now }: { statuses: readonly KnownModuleStatus[]; now: number },
): MomentStanding {
  const choices = choicesAtMoment(testmoment, { statuses, now })
  const taken = choices.filter(({ choice }) => choice.enrollment).map(({ module }) => module.name)
  const isChangeable = choices.some(({ choice }) => offeredWish(choice) !== null)
  const planned = plannedChange(testmoment, now)

  const unanswered = choices.flatMap(({ module, choice }) =>
    choice.unanswered ? [unansweredTexts[choice.unanswered.wish].list(module.name)] : [],
  )
  const isFree = choices.some(({ choice }) => choice.verdict.allowed)
  const obstacle = isClosed(choices)
    ? 'closed'
    : momentObstacle(momentFactsOf(testmoment), statuses.map(moduleFactsOf), enrollmentFactsOf(statuses), now)
  return {
    taken,
    unanswered,
    obstacle: obstacle ?? (isFree ? null : 'taken-elsewhere'),
    slots: slotsAtMoment(testmoment, statuses),
    planned: planned?.change === 'opening' || isChangeable ? planned : null,
    isChangeable,
  }
}
