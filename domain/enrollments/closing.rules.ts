import type { MomentFacts, Passed } from '#domain/testmoments/testmoment.rules.ts'

/**
 * Whether a moment's switch or its planned closing refuses students; a passed closing time counts before the switch
 * is turned off. One cause of several: only the rule may ask it (an import rule says so). Others use `canBeChosen`,
 * `closesAt` and their siblings in `enrollment.rules.ts`.
 */
export const hasClosed = (
  { enrollments_enabled, enrollments_close_at }: Pick<MomentFacts, 'enrollments_enabled' | 'enrollments_close_at'>,
  passed: Passed,
): boolean => (enrollments_close_at !== null && passed(Date.parse(enrollments_close_at))) || !enrollments_enabled
