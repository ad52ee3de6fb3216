import { schoolyearStart } from '#domain/schoolyears/schoolyear.rules.ts'

/** No session lasts longer than this without a word from the server, so neither does what it was told (decision 26). */
const LONGEST_SESSION_MS = 90 * 86_400_000

/** What was kept before this (ms since the epoch) is of no use any more: of a former school year, or of nobody's session. */
export const expiredBefore = (now: number): number => Math.max(schoolyearStart(now), now - LONGEST_SESSION_MS)
