import type { Kysely, Transaction } from 'kysely'
import {
  type AutomaticOffer,
  listAutomaticDepartments,
  listAutomaticOffers,
  listAutomaticStudents,
  listHeldEnrollments,
  listStudentsToEnroll,
} from '#api-server/enrollments/automatic-enrollment.queries.ts'
import { listCompletions } from '#api-server/modules/module.queries.ts'
import { lockStudents, shareTestmoments } from '#api-server/platform/locks.ts'
import { announce } from '#database/changes/announce.ts'
import { enqueueAll } from '#database/outbox/outbox-tasks.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import {
  type AutomaticMoment,
  type AutomaticStudent,
  automaticEnrollments,
} from '#domain/enrollments/automatic.rules.ts'
import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import type { AutomaticEnrollment } from '#domain/enrollments/listed-enrollment.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { type WhenAndWhere, whenAndWhereFieldNames } from '#domain/testmoments/testmoment.schema.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'

interface AutomaticScope {
  userIds: readonly number[]
  /** Only in these: a module that a student unenrolled from elsewhere stays so, whatever they did here. All, if not given. */
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
  const wantLetters = new Set<number>()
  for (const ids of inChunks(userIds)) {
    const students = await loadStudents(trx, ids, offer)
    for (const { id, confirmation_letters } of students) if (confirmation_letters) wantLetters.add(id)
    made.push(...automaticEnrollments({ ...offer, students, now }))
  }
  const created_at = new Date(now).toISOString()
  for (const enrollments of inChunks(made)) {
    await trx
      .insertInto('enrollment')
      .values(enrollments.map((enrollment) => ({ ...enrollment, created_at, maker: 'automatic' as const })))
      .execute()
    const letters = enrollments.filter(({ user_id }) => wantLetters.has(user_id))
    await enqueueAll(
      trx,
      'enrollment-letter',
      letters.map((enrollment) => ({ happened: 'enrolled' as const, ...enrollment })),
      now,
    )
  }
  await announceCounts(trx, made)
  return made
}

/**
 * Enrolls the students of one department, or of all that do so automatically, in what is automatic, and gives how many
 * enrollments that made, for how many of them. A step of a
 * larger transaction, which has locked the school for itself and made the change: so nobody can come into a department,
 * or be confirmed, between the list and the lock.
 */
export async function enrollStudents(
  trx: Transaction<Tables>,
  { departmentId, moduleIds }: { departmentId?: number; moduleIds?: ReadonlySet<number> },
  clock: () => number,
): Promise<EnrollmentsMade> {
  const userIds = await listStudentsToEnroll(trx, departmentId === undefined ? {} : { departmentId })
  await lockStudents(trx, userIds)
  return enrollmentsMade(await enrollAutomatically(trx, { userIds, ...(moduleIds && { moduleIds }) }, clock))
}

/** As a confirmation shows it. */
interface EnrollmentsMade {
  enrollments_made: number
  /** students who got at least one of these */
  students_enrolled: number
}

export const noneMade: EnrollmentsMade = { enrollments_made: 0, students_enrolled: 0 }

export const enrollmentsMade = (made: readonly { user_id: number }[]): EnrollmentsMade => ({
  enrollments_made: made.length,
  students_enrolled: new Set(made.map(({ user_id }) => user_id)).size,
})

/**
 * Has administrators see how many there are now at the moments of these enrollments, made or ended. Whether an event
 * names the students is up to who brought it about: a toggle that enrolls thousands has an event of its own.
 */
export async function announceCounts(
  trx: Transaction<Tables>,
  enrollments: readonly { testmoment_id: number }[],
): Promise<void> {
  const ids = [...new Set(enrollments.map(({ testmoment_id }) => testmoment_id))]
  await announce(
    trx,
    ids.map((id) => ({ event: 'enrollmentsChanged', testmoment_ids: [id] })),
  )
}

const NAMED = ['id', ...whenAndWhereFieldNames] as const

/** What is shown of enrollments that would be made from this offer. */
export function nameEnrollments(offer: Offer, enrollments: readonly EnrollmentCreate[]): AutomaticEnrollment[] {
  const moments = new Map(offer.moments.map((moment) => [moment.id, pick(moment, NAMED)]))
  return enrollments.flatMap(({ testmoment_id, module_id }) => {
    const testmoment = moments.get(testmoment_id)
    const module = offer.modules.get(module_id)
    return testmoment && module ? [{ testmoment, module }] : []
  })
}

/** What the school enrolls in automatically, whoever the student is. */
type OfferedMoment = AutomaticMoment & WhenAndWhere

interface Offer {
  moments: OfferedMoment[]
  /** those that the moments list */
  modules: Map<number, { id: number; name: string; description: string }>
  active_module_ids: Set<number>
  module_ids_of_department: Map<number, Set<number>>
}

/** `moduleIds` leaves all other modules out of it. */
export async function loadOffer(kysely: Kysely<Tables>, moduleIds?: ReadonlySet<number>): Promise<Offer> {
  const rows = await listAutomaticOffers(kysely)
  const departments = Map.groupBy(await listAutomaticDepartments(kysely), ({ id }) => id)
  return {
    moments: [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((listed) => momentOf(listed, moduleIds)),
    modules: new Map(rows.map((row) => [row.module_id, moduleOf(row)])),
    active_module_ids: new Set(rows.filter((row) => row.module_active).map((row) => row.module_id)),
    module_ids_of_department: new Map(
      [...departments].map(([id, held]) => [id, new Set(held.map(({ module_id }) => module_id))]),
    ),
  }
}

function momentOf(listed: readonly AutomaticOffer[], moduleIds?: ReadonlySet<number>): OfferedMoment[] {
  const automatic = listed.filter((row) => row.auto_enroll && (moduleIds?.has(row.module_id) ?? true))
  return listed.slice(0, 1).map((row) => ({
    ...pick(row, NAMED),
    enrollments_enabled: row.enrollments_enabled,
    enrollments_close_at: row.enrollments_close_at,
    max_enrollments: row.max_enrollments,
    schoolyear_active: row.schoolyear_active,
    module_ids: listed.map(({ module_id }) => module_id),
    auto_enroll_module_ids: automatic.map(({ module_id }) => module_id),
  }))
}

const moduleOf = ({ module_id, module_name, module_description }: AutomaticOffer) => ({
  id: module_id,
  name: module_name,
  description: module_description,
})

/** Those of these users whom automatic enrollment could concern, in the order of their ids. */
export async function loadStudents(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  { module_ids_of_department }: Offer,
): Promise<(AutomaticStudent & { confirmation_letters: boolean })[]> {
  const rows = await listAutomaticStudents(kysely, userIds)
  const students = rows.filter((row) => isStudent({ roles: rolesOf(row) }))
  if (students.length === 0) return []
  const ids = students.map(({ id }) => id)
  const completions = Map.groupBy(await listCompletions(kysely, ids), ({ user_id }) => user_id)
  const enrollments = Map.groupBy(await listHeldEnrollments(kysely, ids), ({ user_id }) => user_id)
  return students.map(({ id, information_checked, confirmation_letters, education_department_id }) => ({
    id,
    information_checked,
    confirmation_letters,
    department: { auto_enroll: true, module_ids: module_ids_of_department.get(education_department_id) ?? new Set() },
    completed_module_ids: new Set(completions.get(id)?.map(({ module_id }) => module_id)),
    enrollments: (enrollments.get(id) ?? []).map((row) => ({ ...row, moment: row })),
  }))
}
