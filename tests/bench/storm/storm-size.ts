export interface StormSize {
  students: number
  /** over which they come, evenly by chance */
  seconds: number
}

/** What is to be expected of a whole university: a push that brings them all within half a minute. */
const USUAL: StormSize = { students: 10_000, seconds: 30 }

const SHORTEST_S = 3

/** So many students, who come as densely as the 10,000 do, or less where that would be over at once. */
export const stormSize = (students = USUAL.students): StormSize => ({
  students,
  seconds: Math.max(SHORTEST_S, (USUAL.seconds * students) / USUAL.students),
})
