import type {
  EnrollmentQuestion,
  EnrollmentRefusal,
  LeavingFacts,
  UnenrollmentRefusal,
} from '#domain/enrollments/enrollment.rules.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { daysLater, localMidnight } from './amsterdam-clock.ts'

/** The rules once more, each in the plainest words and on its own, to judge the product's by. */

export const isOver = ({ date, duration }: Pick<MomentFacts, 'date' | 'duration'>, now: number): boolean =>
  now >= localMidnight(daysLater(date, duration === 'week' ? 7 : 1))

const holds: Record<EnrollmentRefusal, (question: EnrollmentQuestion) => boolean> = {
  'schoolyear-inactive': ({ moment }) => !moment.schoolyear_active,
  'testmoment-past': ({ moment, now }) => isOver(moment, now),
  'enrollments-closed': ({ moment, by, now }) => {
    if (by === 'administrator') return false
    if (!moment.enrollments_enabled) return true
    return moment.enrollments_close_at !== null && Date.parse(moment.enrollments_close_at) <= now
  },
  'module-unavailable': ({ moment, module }) => {
    if (!module.active || !module.in_department) return true
    return moment.module_ids.length > 0 && !moment.module_ids.includes(module.id)
  },
  'module-completed': ({ module }) => module.is_completed,
  'existing-enrollment': ({ moment, module, enrollments, now }) => {
    const inModule = enrollments.filter(({ module_id }) => module_id === module.id)
    const elsewhere = inModule.filter(({ testmoment_id }) => testmoment_id !== moment.id)
    return elsewhere.some((other) => other.moment.schoolyear_active && !isOver(other.moment, now))
  },
  'no-slots-left': ({ moment, enrollments }) => {
    if (moment.max_enrollments === 0) return false
    return enrollments.filter(({ testmoment_id }) => testmoment_id === moment.id).length >= moment.max_enrollments
  },
  'moment-full': ({ moment, enrollments, free_seats }) =>
    free_seats === 0 && enrollments.every(({ testmoment_id }) => testmoment_id !== moment.id),
}

/** Every refusal to leave that holds, in the order in which they are given. */
export const refusalsToLeave = (
  moment: LeavingFacts,
  by: EnrollmentQuestion['by'],
  now: number,
): UnenrollmentRefusal[] => {
  const closing =
    moment.enrollments_close_at === null ? Number.POSITIVE_INFINITY : Date.parse(moment.enrollments_close_at)
  return [
    ...(isOver(moment, now) ? (['testmoment-past'] as const) : []),
    ...(moment.has_record ? (['test-recorded'] as const) : []),
    ...(by === 'student' && (!moment.enrollments_enabled || closing <= now) ? (['enrollments-closed'] as const) : []),
  ]
}

/** In the order in which they are given. */
export const REFUSALS = [
  'schoolyear-inactive',
  'testmoment-past',
  'enrollments-closed',
  'module-unavailable',
  'module-completed',
  'existing-enrollment',
  'no-slots-left',
  'moment-full',
] as const satisfies EnrollmentRefusal[]

/** Every refusal that holds, in the order in which they are given. */
export const refusalsOf = (question: EnrollmentQuestion): EnrollmentRefusal[] =>
  REFUSALS.filter((refusal) => holds[refusal](question))
