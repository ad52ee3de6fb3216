import { askedBy } from '#api-server/enrollment-desk/asked-by.ts'
import { findEnrollment } from '#api-server/queries/find-enrollment.ts'
import type { Database } from '#database/engine/open-database.ts'
import { isAdmin } from '#domain/users/user.rules.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/**
 * The enrollment as the desk needs it to change something about it, and in which way this caller does. Throws `not-found`
 * when it is gone, and to a student also when it is somebody else's: one answer for both, so that nobody learns which
 * enrollments exist.
 */
export async function findTouchableEnrollment({ kysely }: Database, caller: Caller, enrollmentId: number) {
  const enrollment = await findEnrollment(kysely, enrollmentId)
  if (!enrollment || (enrollment.user_id !== caller.id && !isAdmin(caller))) throw new Problem('not-found')
  const { id, ...place } = enrollment
  return { enrollment_id: id, ...place, ...askedBy(caller, place.user_id) }
}
