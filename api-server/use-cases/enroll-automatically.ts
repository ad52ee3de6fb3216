import type { Transaction } from 'kysely'
import { loadOffer } from '#api-server/automatic-enrollment/load-offer.ts'
import { loadStudents } from '#api-server/automatic-enrollment/load-students.ts'
import { inChunks } from '#api-server/platform/in-chunks.ts'
import { shareTestmoments } from '#api-server/platform/locks.ts'
import { listAutomaticOffers } from '#api-server/queries/list-automatic-offers.ts'
import type { Tables } from '#database/tables.ts'
import { automaticEnrollments } from '#domain/enrollments/automatic.rules.ts'
import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import { announceCounts } from './announce-counts.ts'

export interface AutomaticScope {
  userIds: readonly number[]
  /** Only in these: what a student left by choice elsewhere is not undone by what they did here. All, if not given. */
  moduleIds?: ReadonlySet<number>
}

/**
 * Makes the enrollments that nobody has to ask for, and gives them back. A step of a larger transaction, which has
 * locked the school (`shareSchool`, or for itself when it changes it) and then these students, and has written what
 * brought the change about. A handful of statements, and a few more for every thousand students.
 */
export async function enrollAutomatically(
  trx: Transaction<Tables>,
  { userIds, moduleIds }: AutomaticScope,
  clock: () => number,
): Promise<EnrollmentCreate[]> {
  const offers = await listAutomaticOffers(trx)
  if (offers.length === 0) return []
  await shareTestmoments(trx, [...new Set(offers.map(({ id }) => id))])

  const offer = await loadOffer(trx, moduleIds)
  const now = clock()
  const made: EnrollmentCreate[] = []
  for (const ids of inChunks(userIds)) {
    const students = await loadStudents(trx, ids, offer)
    made.push(...automaticEnrollments({ ...offer, students, now }))
  }
  const created_at = new Date(now).toISOString()
  for (const enrollments of inChunks(made))
    await trx
      .insertInto('enrollment')
      .values(enrollments.map((enrollment) => ({ ...enrollment, created_at })))
      .execute()
  await announceCounts(trx, made)
  return made
}
