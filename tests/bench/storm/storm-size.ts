export interface StormSize {
  students: number
  /** over which they come, evenly by chance */
  seconds: number
}

/** Storm to be expected at a whole university: a push brings all students within half a minute. */
const USUAL: StormSize = { students: 10_000, seconds: 30 }

const SHORTEST_S = 3

/**
 * Size of a storm of this many students, who come as densely as the 10,000 do, or less densely if that would be over
 * at once.
 */
export const stormSize = (students = USUAL.students): StormSize => ({
  students,
  seconds: Math.max(SHORTEST_S, (USUAL.seconds * students) / USUAL.students),
})
