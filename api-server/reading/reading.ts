import type { findStandings } from '#api-server/queries/find-standings.ts'
import type { EnrollmentRow } from '#api-server/queries/list-enrollments-of.ts'
import type { SchoolNow } from './school-now.ts'

/** What tells one state of a student's lists from every other, as it was at one moment in the database. */
export interface Glance {
  student: Awaited<ReturnType<typeof findStandings>>[number]
  schoolNow: SchoolNow
  /** ms since the epoch */
  now: number
}

/** All that the lists are made of: what was glanced at, and the enrollments whose ids are named there. */
export interface Reading extends Glance {
  enrollments: readonly EnrollmentRow[]
}
