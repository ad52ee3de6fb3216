import type { DeskAnswer, EnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { findEnrollment } from '#api-server/enrollments/enrollment.queries.ts'
import { authorise } from '#api-server/platform/authorise.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import { isAdmin } from '#domain/users/user.rules.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import type { DeskRequest } from './desk/decide.ts'

interface DeskDeps {
  database: Database
  desk: EnrollmentDesk
}

/** Enrolls a student, and says who did it. Throws `not-yours`, or the desk's refusal. */
export async function enroll({ desk }: DeskDeps, caller: Caller, wish: EnrollmentCreate) {
  const asked = askedBy(caller, wish.user_id)
  return { ...(await desk.handle({ wish: 'enroll', ...wish, ...asked })), by: asked.by }
}

/** Unenrolls. Throws `not-found`, see `findTouchableEnrollment`. */
export async function unenroll(
  { database, desk }: DeskDeps,
  caller: Caller,
  enrollmentId: number,
): Promise<DeskAnswer> {
  return desk.handle({ wish: 'unenroll', ...(await findTouchableEnrollment(database, caller, enrollmentId)) })
}

/** Swaps an enrollment for one in the same module at another moment. Throws `not-found`, see `findTouchableEnrollment`. */
export async function moveEnrollmentTo(
  { database, desk }: DeskDeps,
  caller: Caller,
  { enrollmentId, testmomentId }: { enrollmentId: number; testmomentId: number },
) {
  const present = await findTouchableEnrollment(database, caller, enrollmentId)
  const answer = await desk.handle({ wish: 'move', ...present, to_testmoment_id: testmomentId })
  return { ...answer, by: present.by }
}

/**
 * The enrollment as the desk needs it to change something about it, and in which way this caller does. Throws `not-found`
 * when it is gone, and to a student also when it is somebody else's: one answer for both, so that nobody learns which
 * enrollments exist.
 */
async function findTouchableEnrollment({ kysely }: Database, caller: Caller, enrollmentId: number) {
  const enrollment = await findEnrollment(kysely, enrollmentId)
  if (!enrollment || (enrollment.user_id !== caller.id && !isAdmin(caller))) throw new Problem('not-found')
  const { id, ...place } = enrollment
  return { enrollment_id: id, ...place, ...askedBy(caller, place.user_id) }
}

/** Who asks the desk something about this user, and in which way. Throws `not-yours`. */
function askedBy(caller: Caller, userId: number): Pick<DeskRequest, 'by' | 'actor_id' | 'session_id'> {
  const by = authorise(caller, userId)
  return { by, actor_id: by === 'administrator' ? caller.id : undefined, session_id: caller.sessionId }
}
