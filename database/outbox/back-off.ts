const FIRST_BACK_OFF_MS = 10_000
const LONGEST_BACK_OFF_MS = 3_600_000

/**
 * Wait (ms) after the n-th failed attempt, from 1: doubles each time, up to an hour, and is then multiplied by a random 0.5 to
 * 1, so that tasks that failed together do not return together.
 */
export const backOff = (attempts: number): number =>
  Math.round(Math.min(FIRST_BACK_OFF_MS * 2 ** (attempts - 1), LONGEST_BACK_OFF_MS) * (0.5 + Math.random() / 2))
