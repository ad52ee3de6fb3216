import type { EnrollmentDesk } from '#api-server/enrollment-desk/desk.ts'
import type { DeskAnswer } from '#api-server/enrollment-desk/desk-request.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Caller } from '#server/bearer.ts'
import { findTouchableEnrollment } from './find-touchable-enrollment.ts'

/** Ends an enrollment. Throws `not-found`, see `findTouchableEnrollment`. */
export async function leaveTestmoment(
  { database, desk }: { database: Database; desk: EnrollmentDesk },
  caller: Caller,
  enrollmentId: number,
): Promise<DeskAnswer> {
  return desk.handle({ wish: 'leave', ...(await findTouchableEnrollment(database, caller, enrollmentId)) })
}
