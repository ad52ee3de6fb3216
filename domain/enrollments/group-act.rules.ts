/** Lines of a pasted list, blank ones left out; and students that are named one by one. */
export const MAX_PEOPLE = 2_000

/** What is done together, in one transaction as far as the desk has room. */
export const MAX_TESTS_AT_ONCE = 100

export const MAX_MODULES_AT_ONCE = 20

/**
 * Why nothing can be done with a line of a list:
 * - `line-unreadable`: no address and no student number
 * - `person-unknown`: nobody has that address or number
 * - `person-no-student`: a colleague, or an account without a role
 * - `person-repeated`: an earlier line names the same student
 */
export const lineFaults = /* @__PURE__ */ [
  'line-unreadable',
  'person-unknown',
  'person-no-student',
  'person-repeated',
] as const
export type LineFault = (typeof lineFaults)[number]

/** The lines of a pasted list that say something, with the number of each in it. */
export const linesOf = (list: string): { line: number; text: string }[] =>
  list
    .split(/\r\n|[\r\n]/)
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '')
