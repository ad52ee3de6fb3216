/** How large a school is made; see `growSchool`. */
export interface GrowingSchool {
  /** user i is student i and has session i, for i from 1; the teacher and their session come after them */
  students: number
  /** of each student at the moments of the past; at most one a module */
  enrollmentsEach: number
  /** ms since the epoch */
  now: number
}

export const MODULES = 20
/** each student has it at the first open moment, and has completed the one before it; all others they may still choose */
export const CHOSEN_MODULE = MODULES - 1
/** of the active year, with the ids from 1 on */
export const OPEN_MOMENTS = 4
/** of all years, with the ids after those */
export const PAST_MOMENTS = 20
export const YEARS = 5
