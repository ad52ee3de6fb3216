import { enrollmentFactsOf, moduleFactsOf, momentFactsOf } from '#domain/enrollments/choice.rules.ts'
import { hasSeat, isOffered, type PlannedChange, slotsLeft } from '#domain/enrollments/enrollment.rules.ts'
import type { Enrollment, KnownModuleStatus, ModuleStatus, Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { unansweredTexts } from '#domain/enrollments/enrollment.texts.ts'
import { type MomentObstacle, momentObstacle } from '#domain/enrollments/moment-obstacle.rules.ts'
import { plannedChange } from '#domain/enrollments/planned-change.rules.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import { isMomentFound } from '#domain/testmoments/moment-search.rules.ts'
import { type Seats, seatsAt } from '#src/enrollment/agreed-lists.ts'
import { isOfClosedMoment } from '#src/parts/enrollment-choice/closed-moment.ts'
import {
  type EnrollmentChoice,
  enrollmentChoices,
  offeredWish,
  type Room,
} from '#src/parts/enrollment-choice/enrollment-choices.ts'

interface Situation {
  statuses: readonly KnownModuleStatus[]
  /** left out while unknown */
  seats?: Seats
  now: number
}

export interface ModuleAtMoment {
  module: ModuleStatus['module']
  choice: EnrollmentChoice
}

/** Modules that this student can take at the moment, or takes there. Completed ones are left out, unless taken there. */
export const choicesAtMoment = (
  testmoment: Testmoment,
  { statuses, seats, now }: Situation,
  choicesOf = enrollmentChoices,
): ModuleAtMoment[] =>
  statuses
    .filter(({ is_completed, enrollments }) => !is_completed || testmoment.id in enrollments)
    .flatMap((status) =>
      choicesOf(status, { statuses, testmoments: [testmoment], seats, now }).map((choice) => ({
        module: status.module,
        choice,
      })),
    )

/** The student's chair at the moment, one for all modules. */
export const chairOf = (choices: readonly ModuleAtMoment[]): Enrollment['chair'] =>
  choices.find(({ choice }) => choice.enrollment?.chair)?.choice.enrollment?.chair

/** Number of modules that the student may still add at the moment; Infinity without a limit. */
export const slotsAtMoment = (testmoment: Testmoment, statuses: readonly ModuleStatus[]): number =>
  slotsLeft(testmoment, enrollmentFactsOf(statuses))

/** Why the moment has nothing to choose: none of the student's modules is offered there, or all are completed. */
export const whyNothing = (testmoment: Testmoment, statuses: readonly ModuleStatus[]) =>
  statuses.some((status) => isOffered(momentFactsOf(testmoment), moduleFactsOf(status)))
    ? 'all-completed'
    : 'nothing-offered'

/** Whether enrollment is closed here, by the rule and the server's links. */
export const isClosed = (choices: readonly ModuleAtMoment[]): boolean =>
  choices.some(
    ({ choice: { verdict, isYetToOpen } }) => isYetToOpen || (!verdict.allowed && isOfClosedMoment(verdict.refusal)),
  )

/** A student's status at a moment as a whole. */
export interface TestmomentSummary extends Room {
  /** names of the modules that the student takes there or could take */
  offered: string[]
  /** names of the modules that the student takes there */
  taken: string[]
  /** where the student sits there, once rooms are published */
  chair: Enrollment['chair']
  /** sentences about changes without an answer */
  unanswered: string[]
  /** applies to all modules; `taken-elsewhere`: the student takes all of them at other moments */
  obstacle: MomentObstacle | 'taken-elsewhere' | null
  waiting: WaitingEntry[]
  /** when it opens by itself, or until when the student can enroll, unenroll or move here */
  planned: PlannedChange | null
  /** the student can enroll, unenroll or move here now */
  isChangeable: boolean
}

export function testmomentSummary(testmoment: Testmoment, { statuses, seats, now }: Situation): TestmomentSummary {
  const choices = choicesAtMoment(testmoment, { statuses, ...(seats ? { seats } : {}), now })
  const enrolledModules = choices.filter(({ choice }) => choice.enrollment).map(({ module }) => module.name)
  const isChangeable = choices.some(({ choice }) => offeredWish(choice) !== null)
  const planned = plannedChange(testmoment, now)

  const unanswered = choices.flatMap(({ module, choice }) =>
    choice.unanswered ? [unansweredTexts[choice.unanswered.wish].list(module.name)] : [],
  )
  const isFree = choices.some(({ choice }) => choice.verdict.allowed)
  const moment = momentFactsOf(testmoment)
  const enrollments = enrollmentFactsOf(statuses)
  const { free, waiting: inLine } = seatsAt(seats, testmoment) ?? {}
  const obstacle = isClosed(choices)
    ? 'closed'
    : momentObstacle(moment, statuses.map(moduleFactsOf), enrollments, now, free)
  return {
    offered: choices.map(({ module }) => module.name),
    taken: enrolledModules,
    chair: chairOf(choices),
    unanswered,
    obstacle: obstacle ?? (isFree ? null : 'taken-elsewhere'),
    slots: slotsLeft(moment, enrollments),
    free,
    inLine,
    seated: hasSeat(enrollments, testmoment.id),
    waiting: seats?.waiting.filter((entry) => entry.testmoment_id === testmoment.id) ?? [],
    planned: planned?.change === 'opening' || isChangeable ? planned : null,
    isChangeable,
  }
}

/**
 * `ahead`: something can be chosen, waited for or left, now or after an own change; `held`: the student's own, with nothing to
 * change now; `opening`: opens later; `settled`: nothing to choose, and no opening planned.
 */
export type Group = 'ahead' | 'held' | 'opening' | 'settled'

export function groupOf({ taken, unanswered, waiting, obstacle, planned }: TestmomentSummary): Group {
  if (taken.length + unanswered.length + waiting.length > 0) return obstacle === 'closed' ? 'held' : 'ahead'
  if (planned?.change === 'opening') return 'opening'
  return obstacle === 'closed' || obstacle === 'nothing-offered' || obstacle === 'all-completed' ? 'settled' : 'ahead'
}

export interface SummarizedMoment {
  testmoment: Testmoment
  summary: TestmomentSummary
}

/** Searches visible texts: a moment for all modules matches by each module that the student could take there. */
export const isWanted = ({ testmoment, summary }: SummarizedMoment, typed: string, now: number): boolean =>
  isMomentFound(testmoment, [...testmoment.modules.map(({ name }) => name), ...summary.offered], typed, now)
