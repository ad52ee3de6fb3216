import { futureEnrollment } from '#domain/enrollments/choice.rules.ts'
import type { WaitingOutcome, WaitingOutcomeKind } from '#domain/enrollments/waiting.schema.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { type AgreedLists, enrollmentOf } from './agreed-lists.ts'

/** Outcomes of waiting that are still true. One is no longer true if the student gave up the seat, or waits again. */
export const standingOutcomes = (lists: AgreedLists, now: number): WaitingOutcome[] =>
  lists.seats?.outcomes.filter((outcome) => isStillTrue[outcome.outcome](outcome, lists, now)) ?? []

type IsStillTrue = (outcome: WaitingOutcome, lists: AgreedLists, now: number) => boolean

/** The student is neither enrolled at that moment nor on its waiting list again. */
const isOut: IsStillTrue = ({ testmoment_id, module_id }, { statuses, seats }) =>
  testmoment_id === null ||
  (!enrollmentOf(statuses, { testmoment_id, module_id }) &&
    !seats?.waiting.some((entry) => entry.testmoment_id === testmoment_id && entry.module_id === module_id))

const statusOf = ({ statuses }: AgreedLists, { module_id }: WaitingOutcome) =>
  statuses.find(({ module }) => module.id === module_id)

const isStillTrue = {
  promoted: ({ testmoment_id, module_id, testmoment }, { statuses }, now) =>
    testmoment_id !== null &&
    isCurrent(testmoment, now) &&
    enrollmentOf(statuses, { testmoment_id, module_id }) !== undefined,
  'module-completed': (outcome, lists) => statusOf(lists, outcome)?.is_completed ?? true,
  'enrolled-elsewhere': (outcome, lists, now) => {
    const status = statusOf(lists, outcome)
    return isOut(outcome, lists, now) && status !== undefined && futureEnrollment(status, now) !== null
  },
  'module-unavailable': isOut,
  'testmoment-past': isOut,
  'testmoment-deleted': isOut,
  removed: isOut,
} satisfies Record<WaitingOutcomeKind, IsStillTrue>
