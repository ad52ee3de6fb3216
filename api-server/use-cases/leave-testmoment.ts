import { authorise } from '#api-server/auth/authorise.ts'
import type { EnrollmentDesk } from '#api-server/enrollment-desk/desk.ts'
import type { DeskAnswer } from '#api-server/enrollment-desk/desk-request.ts'
import { findEnrollment } from '#api-server/queries/find-enrollment.ts'
import type { Database } from '#database/engine/open-database.ts'
import { isAdmin } from '#domain/user/user.rules.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/**
 * Ends an enrolment. Throws `not-found` when it is gone, and to a student also when it is somebody else's: one answer
 * for both, so that nobody learns which enrolments exist.
 */
export async function leaveTestmoment(
  { database, desk }: { database: Database; desk: EnrollmentDesk },
  caller: Caller,
  enrollmentId: number,
): Promise<DeskAnswer> {
  const enrollment = await findEnrollment(database.kysely, enrollmentId)
  if (!enrollment || (enrollment.user_id !== caller.id && !isAdmin(caller))) throw new Problem('not-found')
  const { id, ...place } = enrollment
  return desk.handle({
    wish: 'leave',
    enrollment_id: id,
    ...place,
    by: authorise(caller, place.user_id),
  })
}
