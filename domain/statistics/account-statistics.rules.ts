import { schoolyearStart } from '#domain/schoolyears/schoolyear-start.rules.ts'

/** The instant (ms) from which accounts count as new. */
export const newAccountsSince = (now: number): number => schoolyearStart(now)
