import type { EnrollmentDesk } from '#api-server/enrollment-desk/desk.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Caller } from '#server/bearer.ts'
import { findTouchableEnrollment } from './find-touchable-enrollment.ts'

/** Swaps an enrollment for one in the same module at another moment. Throws `not-found`, see `findTouchableEnrollment`. */
export async function moveToTestmoment(
  { database, desk }: { database: Database; desk: EnrollmentDesk },
  caller: Caller,
  { enrollmentId, testmomentId }: { enrollmentId: number; testmomentId: number },
) {
  const present = await findTouchableEnrollment(database, caller, enrollmentId)
  const answer = await desk.handle({ wish: 'move', ...present, to_testmoment_id: testmomentId })
  return { ...answer, by: present.by }
}
