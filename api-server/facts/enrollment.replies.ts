import { downloadEnrollmentCalendar } from '#contract/calendar.gen.ts'
import { linkById } from '#contract/endpoint.ts'
import { deleteEnrollment, moveEnrollment } from '#contract/enrollments.gen.ts'
import { type EnrollingParty, type LeavingFacts, mayUnenroll } from '#domain/enrollments/enrollment.rules.ts'
import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'
export const ENROLLMENTS = 100

/** Enrollment as stored, with the name of its module. */
export type UnlinkedEnrollment = Omit<Enrollment, '_links' | 'has_record'> & Pick<LeavingFacts, 'has_record'>

export interface Reader {
  by: EnrollingParty
  now: number
}

const end = linkById(deleteEnrollment)
const move = linkById(moveEnrollment)
const calendar = linkById(downloadEnrollmentCalendar)

/** Enrollment with links to end and move it if this reader may unenroll; whether a move succeeds depends on its target. */
export const enrollmentReply = (
  { id, user_id, testmoment_id, module_id, module_name, created_at, has_record, chair, code }: UnlinkedEnrollment,
  moment: Omit<LeavingFacts, 'has_record'>,
  { by, now }: Reader,
): Enrollment => ({
  id,
  user_id,
  testmoment_id,
  module_id,
  module_name,
  created_at,
  ...(has_record && { has_record }),
  ...(chair && { chair }),
  ...(code && { code }),
  _links: {
    ...(mayUnenroll({ ...moment, has_record }, by, now).allowed && {
      delete: end(id),
      move: move(id),
    }),
    ...(by === 'student' && { calendar: calendar(id) }),
  },
})
