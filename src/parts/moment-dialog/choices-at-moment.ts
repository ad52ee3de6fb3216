import { enrollmentFactsOf, moduleFactsOf, momentFactsOf } from '#domain/enrollments/choice.rules.ts'
import { isOffered, slotsLeft } from '#domain/enrollments/enrollment.rules.ts'
import type { KnownModuleStatus, ModuleStatus } from '#domain/modules/module.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { type EnrollmentChoice, enrollmentChoices } from '../enrollment-dialog/enrollment-choices.ts'

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

/** By the student's own rule and the server's links: nothing here can be taken or left. */
export const isClosed = (choices: readonly ModuleAtMoment[]): boolean =>
  choices.some(({ choice: { verdict } }) => !verdict.allowed && verdict.refusal === 'enrollments-closed')
