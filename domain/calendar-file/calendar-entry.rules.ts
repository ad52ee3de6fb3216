import { isCurrent, type MomentFacts } from '#domain/testmoment/testmoment.rules.ts'

/**
 * What was is history and stays in a calendar. What is to come belongs there while its school year is active: the app
 * shows no other, and nobody can be at it.
 */
export const belongsInCalendar = (
  moment: Pick<MomentFacts, 'date' | 'duration' | 'schoolyear_active'>,
  now: number,
): boolean => moment.schoolyear_active || !isCurrent(moment, now)
