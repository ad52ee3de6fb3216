/** Size of a school that `growSchool` makes. */
export interface GrowingSchool {
  /** number of students; user i is student i with session i, from 1 on; the teacher and their session come after them */
  students: number
  /** enrollments of each student at past moments; at most one a module */
  enrollmentsEach: number
  /** ms since the epoch */
  now: number
}

export const MODULES = 20
/** module of each student at the first open moment; they completed the one before it and may choose all others */
export const CHOSEN_MODULE = MODULES - 1
/** number of open moments in the active year; their ids begin at 1 */
export const OPEN_MOMENTS = 4
/** number of past moments in all years; their ids follow */
export const PAST_MOMENTS = 20
export const YEARS = 5
