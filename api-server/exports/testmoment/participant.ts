import type { Duration } from '#domain/testmoments/testmoment.schema.ts'

/** One enrollment, as teachers need it on a list. */
export interface Participant {
  module: string
  description: string
  first_name: string
  last_name: string
  username: string
  education_department: string | null
  /** ISO instant */
  created_at: string
}

/** A test moment with all its enrollments, as they were at one instant; plain, so that it can go to another thread. */
export interface Participation {
  date: string
  duration: Duration
  participants: Participant[]
  /** ms since the epoch */
  madeAt: number
}
