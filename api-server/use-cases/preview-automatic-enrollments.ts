import { loadOffer } from '#api-server/automatic-enrollment/load-offer.ts'
import { loadStudents } from '#api-server/automatic-enrollment/load-students.ts'
import { nameEnrollments } from '#api-server/automatic-enrollment/name-enrollments.ts'
import type { Database } from '#database/engine/open-database.ts'
import { automaticEnrollments } from '#domain/enrollments/automatic.rules.ts'
import type { AutomaticEnrollment } from '#domain/enrollments/listed-enrollment.schema.ts'

/** What confirming would make now, by the same steps as `enrollAutomatically`. Nothing once it was confirmed. */
export async function previewAutomaticEnrollments(
  { kysely }: Database,
  userId: number,
  now: number,
): Promise<AutomaticEnrollment[]> {
  const offer = await loadOffer(kysely)
  const onboarding = (await loadStudents(kysely, [userId], offer)).filter((student) => !student.information_checked)
  const students = onboarding.map((student) => ({ ...student, information_checked: true }))
  return nameEnrollments(offer, automaticEnrollments({ ...offer, students, now }))
}
