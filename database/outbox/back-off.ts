const FIRST_BACK_OFF_MS = 10_000
const LONGEST_BACK_OFF_MS = 3_600_000

/**
 * How long (ms) to wait after the n-th failed attempt, from 1: twice as long each time, up to an hour, and between half
 * and all of that by chance, so that what failed together does not come back together.
 */
export const backOff = (attempts: number, chance: number = Math.random()): number =>
  Math.round(Math.min(FIRST_BACK_OFF_MS * 2 ** (attempts - 1), LONGEST_BACK_OFF_MS) * (0.5 + chance / 2))
