import {
  enrollmentFactsOf,
  type MomentObstacle,
  moduleFactsOf,
  momentFactsOf,
  momentObstacle,
} from '#domain/enrollments/choice.rules.ts'
import { isOffered, slotsLeft } from '#domain/enrollments/enrollment.rules.ts'
import { unansweredTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import type { KnownModuleStatus, ModuleStatus } from '#domain/modules/module.schema.ts'
import { type PlannedChange, plannedChange } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import {
  type EnrollmentChoice,
  enrollmentChoices,
  offeredWish,
} from '#src/parts/enrollment-choice/enrollment-choices.ts'

interface ModuleAtMoment {
  module: ModuleStatus['module']
  choice: EnrollmentChoice
}

/** What this student may take at the moment, could, or has taken. What they have completed is nothing to choose. */
export const choicesAtMoment = (
  testmoment: Testmoment,
  { statuses, now }: { statuses: readonly KnownModuleStatus[]; now: number },
): ModuleAtMoment[] =>
  statuses
    .filter(({ is_completed, enrollments }) => !is_completed || testmoment.id in enrollments)
    .flatMap((status) =>
      enrollmentChoices(status, { statuses, testmoments: [testmoment], now }).map((choice) => ({
        module: status.module,
        choice,
      })),
    )

/** How many more modules the student may take at the moment; Infinity without a limit. */
export const slotsAtMoment = (testmoment: Testmoment, statuses: readonly ModuleStatus[]): number =>
  slotsLeft(testmoment, enrollmentFactsOf(statuses))

/** Where there is nothing to choose, open or closed: none of their modules is offered there, or they completed them all. */
export const whyNothing = (testmoment: Testmoment, statuses: readonly ModuleStatus[]) =>
  statuses.some((status) => isOffered(momentFactsOf(testmoment), moduleFactsOf(status)))
    ? 'all-completed'
    : 'nothing-offered'

/** By the student's own rule and the server's links: nobody can enroll or unenroll here. */
export const isClosed = (choices: readonly ModuleAtMoment[]): boolean =>
  choices.some(({ choice: { verdict } }) => !verdict.allowed && verdict.refusal === 'enrollments-closed')

/** How a student stands with a moment as a whole. */
export interface TestmomentSummary {
  /** names of the modules that they take there */
  taken: string[]
  /** what of it is not sure, in words */
  unanswered: string[]
  /** whatever the module; `taken-elsewhere`: all that they could take here they take at another moment */
  obstacle: MomentObstacle | 'taken-elsewhere' | null
  slots: number
  /** when it opens by itself, or until when the student can enroll, unenroll or move here */
  planned: PlannedChange | null
  /** the student can enroll, unenroll or move here now */
  isChangeable: boolean
}

export function testmomentSummary(
  testmoment: Testmoment,
  { statuses, now }: { statuses: readonly KnownModuleStatus[]; now: number },
): TestmomentSummary {
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
