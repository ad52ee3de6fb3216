import { downloadEnrollmentCalendar } from '#contract/calendar.ts'
import { deleteEnrollment, moveEnrollment } from '#contract/enrollment.ts'
import { type EnrollingParty, mayUnenroll } from '#domain/enrollment/enrollment.rules.ts'
import type { Enrollment } from '#domain/enrollment/enrollment.schema.ts'
import { linkById } from './link-by-id.ts'

const end = linkById(deleteEnrollment)
const move = linkById(moveEnrollment)
const calendar = linkById(downloadEnrollmentCalendar)

export interface Reader {
  by: EnrollingParty
  /** ms since the epoch */
  now: number
}

/** It can be ended and moved while this reader may leave; whether it can move depends on where to. */
export const enrollmentReply = (
  { id, user_id, testmoment_id, module_id, module_name, created_at }: Omit<Enrollment, '_links'>,
  moment: Parameters<typeof mayUnenroll>[0],
  { by, now }: Reader,
): Enrollment => ({
  id,
  user_id,
  testmoment_id,
  module_id,
  module_name,
  created_at,
  _links: {
    ...(mayUnenroll(moment, by, now).allowed && {
      delete: end(id),
      move: move(id),
    }),
    ...(by === 'student' && { calendar: calendar(id) }),
  },
})
