import { enrollmentFactsOf, moduleFactsOf, momentFactsOf } from '#domain/enrollments/choice.rules.ts'
import { hasSeat, isOffered, type PlannedChange, slotsLeft } from '#domain/enrollments/enrollment.rules.ts'
import { unansweredTexts } from '#domain/enrollments/enrollment.texts.ts'
import type { Testmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { KnownModuleStatus, ModuleStatus } from '#domain/enrollments/module-status.schema.ts'
import { type MomentObstacle, momentObstacle } from '#domain/enrollments/moment-obstacle.rules.ts'
import { plannedChange } from '#domain/enrollments/planned-change.rules.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import { isMomentFound } from '#domain/testmoments/moment-search.rules.ts'
import { type Seats, seatsAt } from '#src/enrollment/agreed-lists.ts'
import {
  type EnrollmentChoice,
  enrollmentChoices,
  offeredWish,
  type Room,
} from '#src/parts/enrollment-choice/enrollment-choices.ts'

interface Situation {
  statuses: readonly KnownModuleStatus[]
  /** left out while nothing is known of them */
  seats?: Seats
  now: number
}

export interface ModuleAtMoment {
  module: ModuleStatus['module']
  choice: EnrollmentChoice
}

/** Modules that this student may take at the moment, could, or has taken. Completed ones are no choice. */
export const choicesAtMoment = (testmoment: Testmoment, { statuses, seats, now }: Situation): ModuleAtMoment[] =>
  statuses
    .filter(({ is_completed, enrollments }) => !is_completed || testmoment.id in enrollments)
    .flatMap((status) =>
      enrollmentChoices(status, { statuses, testmoments: [testmoment], seats, now }).map((choice) => ({
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

/** Whether nobody can enroll or unenroll here, by the student's own rule and the server's links. */
export const isClosed = (choices: readonly ModuleAtMoment[]): boolean =>
  choices.some(({ choice: { verdict } }) => !verdict.allowed && verdict.refusal === 'enrollments-closed')

/** How a student stands with a moment as a whole. */
export interface TestmomentSummary extends Room {
  /** names of the modules that they could take there, or take */
  offered: string[]
  /** modules that they take there */
  taken: string[]
  /** uncertain changes, in words */
  unanswered: string[]
  /** whatever the module; `taken-elsewhere`: all that they could take here they take at another moment */
  obstacle: MomentObstacle | 'taken-elsewhere' | null
  /** the modules with which they wait there */
  waiting: WaitingEntry[]
  /** when it opens by itself, or until when the student can enroll, unenroll or move here */
  planned: PlannedChange | null
  /** the student can enroll, unenroll or move here now */
  isChangeable: boolean
}

export function testmomentSummary(testmoment: Testmoment, { statuses, seats, now }: Situation): TestmomentSummary {
  const choices = choicesAtMoment(testmoment, { statuses, ...(seats ? { seats } : {}), now })
  const taken = choices.filter(({ choice }) => choice.enrollment).map(({ module }) => module.name)
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
    taken,
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
 * `ahead`: where something can be chosen, waited for or left, now or after a change of their own; `held`: the student's own,
 * with nothing to change now; `opening`: not yet; `settled`: nothing to choose, and nothing planned.
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

/**
 * Whether a moment matches the search in its visible texts: one for all modules is found by each that this student
 * could take there.
 */
export const isWanted = ({ testmoment, summary }: SummarizedMoment, typed: string, now: number): boolean =>
  isMomentFound(testmoment, [...testmoment.modules.map(({ name }) => name), ...summary.offered], typed, now)
