import {
  type AutomaticOffer,
  listAutomaticOffers,
  listStudentsToEnroll,
} from '#api-server/facts/automatic-enrollment.queries.ts'
import type { AutomaticScope, Gains } from '#api-server/facts/enrollment-hooks.ts'
import { listCompletions } from '#api-server/facts/module.queries.ts'
import { lockPlaces, lockStudents } from '#api-server/platform/locks.ts'
import { giveChairs } from '#api-server/rooms/give-chairs.ts'
import { announce } from '#database/changes/announce.ts'
import { enqueueAll } from '#database/outbox/outbox-tasks.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import { countSeats } from '#database/queries/seats-taken.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { type WhenAndWhere, whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import {
  type AutomaticMoment,
  type AutomaticOutcome,
  type AutomaticStudent,
  automaticEnrollments,
  unaskedSeats,
} from '#domain/enrollments/automatic.rules.ts'
import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import type {
  AutomaticEnrollment,
  AutomaticPreview,
  EnrollmentsMade,
} from '#domain/enrollments/listed-enrollment.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { byStart } from '#domain/testmoments/testmoment.rules.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'

interface AnyScope extends AutomaticScope {
  /** Limits it to modules that a department gains, by department id. */
  gains?: Gains | undefined
}

/**
 * Makes all automatic enrollments of these students and returns the counts. A step of a larger transaction, which has already
 * locked the school (`shareSchool`, or exclusively if it changes the school), then these students, and has written the change
 * that caused it. Nothing may be locked after this, since it locks the seats. Takes a handful of statements, plus a few per
 * thousand students.
 */
export async function enrollAutomatically(
  trx: Transaction,
  scope: AutomaticScope,
  clock: () => number,
): Promise<EnrollmentsMade> {
  return madeOf(await enrollAll(trx, scope, clock))
}

interface Made {
  moments: readonly OfferedMoment[]
  made: readonly EnrollmentCreate[]
  without_seat: readonly EnrollmentCreate[]
}

async function enrollAll(
  trx: Transaction,
  { userIds, moduleIds: named, gains }: AnyScope,
  clock: () => number,
): Promise<Made> {
  const offers = await listAutomaticOffers(trx)
  if (offers.length === 0) return { moments: [], made: [], without_seat: [] }
  const moduleIds = gains ? new Set([...gains.values()].flatMap((gained) => [...gained])) : named
  const idsOf = (some: typeof offers) => [...new Set(some.map(({ id }) => id))]
  const automatic = offers.filter((offer) => isAutomatic(offer, moduleIds))
  await lockPlaces(trx, idsOf(offers), idsOf(automatic))

  const all = await loadOffer(trx, moduleIds)
  const offer = gains ? { ...all, module_ids_of_department: gains } : all
  const now = clock()
  let { free_seats } = offer
  const outcomes: AutomaticOutcome[] = []
  const wantLetters = new Set<number>()
  for (const ids of inChunks(userIds.toSorted((one, other) => one - other))) {
    const students = await loadStudents(trx, ids, offer)
    for (const { id, confirmation_letters } of students) if (confirmation_letters) wantLetters.add(id)
    const outcome = automaticEnrollments({ ...offer, free_seats, students, now })
    free_seats = outcome.free_seats
    outcomes.push(outcome)
  }
  const made = outcomes.flatMap((outcome) => outcome.made)
  const created_at = new Date(now).toISOString()
  const isDivided = ({ testmoment_id }: EnrollmentCreate) => offer.divided_testmoment_ids.has(testmoment_id)
  for (const enrollments of inChunks(made)) {
    await trx
      .insertInto('enrollment')
      .values(enrollments.map((enrollment) => ({ ...enrollment, created_at, maker: 'automatic' as const })))
      .execute()
    await giveChairs(trx, enrollments.filter(isDivided))
    const letters = enrollments.filter(({ user_id }) => wantLetters.has(user_id))
    await enqueueAll(
      trx,
      'enrollment-letter',
      letters.map((enrollment) => ({ happened: 'enrolled' as const, ...enrollment })),
      now,
    )
  }
  await announceCounts(trx, made)
  return { moments: offer.moments, made, without_seat: outcomes.flatMap((outcome) => outcome.without_seat) }
}

const madeOf = ({ moments, made, without_seat }: Made): EnrollmentsMade => ({
  enrollments_made: made.length,
  students_enrolled: new Set(made.map(({ user_id }) => user_id)).size,
  ...seatless(moments, without_seat),
})

/** Counts the students who found no seat, in total and per moment; moments are sorted by start. */
function seatless(
  moments: readonly OfferedMoment[],
  without: readonly EnrollmentCreate[],
): Pick<EnrollmentsMade, 'students_without_seat' | 'full_testmoments'> {
  const at = Map.groupBy(without, ({ testmoment_id }) => testmoment_id)
  const count = (some: readonly EnrollmentCreate[] = []) => new Set(some.map(({ user_id }) => user_id)).size
  return {
    students_without_seat: count(without),
    full_testmoments: moments
      .filter(({ id }) => at.has(id))
      .toSorted(byStart)
      .map((moment) => ({ ...pick(moment, NAMED), students: count(at.get(moment.id)) })),
  }
}

/**
 * Enrolls the students of one department, or of all departments with automatic enrollment, and returns the counts. A step of a
 * larger transaction, which has made the change and holds the school exclusively: nobody can join a department, or be
 * confirmed, between the list and the lock.
 */
export async function enrollStudents(
  trx: Transaction,
  { departmentId, moduleIds }: { departmentId?: number; moduleIds?: ReadonlySet<number> },
  clock: () => number,
): Promise<EnrollmentsMade> {
  const userIds = await listStudentsToEnroll(trx, departmentId === undefined ? {} : { departmentId })
  await lockStudents(trx, userIds)
  return enrollAutomatically(trx, { userIds, ...(moduleIds && { moduleIds }) }, clock)
}

/**
 * Enrolls students of several departments in the automatic modules that their own department gains. `students` holds their ids
 * by department; they are already locked. Older accounts get seats first, whatever the department. Else as `enrollStudents`.
 */
export async function enrollInGains(
  trx: Transaction,
  { gains, students }: { gains: Gains; students: ReadonlyMap<number, readonly number[]> },
  clock: () => number,
): Promise<Map<number, EnrollmentsMade>> {
  const { moments, made, without_seat } = await enrollAll(trx, { userIds: [...students.values()].flat(), gains }, clock)
  return new Map(
    [...students].map(([departmentId, userIds]) => {
      const ids = new Set(userIds)
      const ofStudents = (some: readonly EnrollmentCreate[]) => some.filter(({ user_id }) => ids.has(user_id))
      return [departmentId, madeOf({ moments, made: ofStudents(made), without_seat: ofStudents(without_seat) })]
    }),
  )
}

/**
 * Announces changed counts to administrators' screens, for the moments of these enrollments, made or ended. The event names no
 * students; the caller announces those: a toggle that enrolls thousands has an event of its own.
 */
export async function announceCounts(
  trx: Transaction,
  enrollments: readonly { testmoment_id: number }[],
): Promise<void> {
  const ids = [...new Set(enrollments.map(({ testmoment_id }) => testmoment_id))]
  await announce(
    trx,
    ids.map((id) => ({ event: 'enrollmentsChanged', testmoment_ids: [id] })),
  )
}

const NAMED = ['id', ...whenAndWhereFieldNames] as const

export const previewOf = (offer: Offer, { made, without_seat }: AutomaticOutcome): AutomaticPreview => ({
  made: nameEnrollments(offer, made),
  without_seat: nameEnrollments(offer, without_seat),
})

function nameEnrollments(offer: Offer, enrollments: readonly EnrollmentCreate[]): AutomaticEnrollment[] {
  const moments = new Map(offer.moments.map((moment) => [moment.id, pick(moment, NAMED)]))
  return enrollments.flatMap(({ testmoment_id, module_id }) => {
    const testmoment = moments.get(testmoment_id)
    const module = offer.modules.get(module_id)
    return testmoment && module ? [{ testmoment, module }] : []
  })
}

/** Moment of automatic enrollment, independent of the student. */
type OfferedMoment = AutomaticMoment & WhenAndWhere

interface Offer {
  moments: OfferedMoment[]
  /** free seats as in `AutomaticSituation` */
  free_seats: ReadonlyMap<number, number>
  /** modules that the moments list */
  modules: Map<number, { id: number; name: string; description: string }>
  /** moments whose students are divided over rooms, so that a new student gets a chair */
  divided_testmoment_ids: ReadonlySet<number>
  active_module_ids: Set<number>
  module_ids_of_department: Gains
}

/** Loads the offer, limited to `moduleIds` if given. Callers that give out seats must hold `lockPlaces`. */
export async function loadOffer(kysely: Kysely, moduleIds?: ReadonlySet<number>): Promise<Offer> {
  const rows = await listAutomaticOffers(kysely)
  const departments = Map.groupBy(await listAutomaticDepartments(kysely), ({ id }) => id)
  const limited = rows.filter((row) => row.seats > 0 && isAutomatic(row, moduleIds))
  return {
    free_seats: await loadUnaskedSeats(kysely, [...new Set(limited.map(({ id }) => id))]),
    moments: [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((listed) => momentOf(listed, moduleIds)),
    modules: new Map(rows.map((row) => [row.module_id, moduleOf(row)])),
    divided_testmoment_ids: new Set(rows.flatMap(({ id, divided_at }) => (divided_at === null ? [] : [id]))),
    active_module_ids: new Set(rows.filter((row) => row.module_active).map((row) => row.module_id)),
    module_ids_of_department: new Map(
      [...departments].map(([id, held]) => [id, new Set(held.map(({ module_id }) => module_id))]),
    ),
  }
}

async function loadUnaskedSeats(kysely: Kysely, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = ids.length > 0 ? await countSeats(kysely, ids) : []
  return new Map(
    rows.map(({ id, seats, taken, first_waiting }) => [
      id,
      unaskedSeats({ seats, taken: taken ?? 0, hasLine: first_waiting !== null }),
    ]),
  )
}

const isAutomatic = ({ auto_enroll, module_id }: AutomaticOffer, moduleIds?: ReadonlySet<number>): boolean =>
  auto_enroll && (moduleIds?.has(module_id) ?? true)

function momentOf(listed: readonly AutomaticOffer[], moduleIds?: ReadonlySet<number>): OfferedMoment[] {
  const automatic = listed.filter((row) => isAutomatic(row, moduleIds))
  const [first] = listed
  if (!first) return []
  return [
    {
      ...pick(first, NAMED),
      ...pick(first, ['enrollments_enabled', 'enrollments_close_at', 'max_enrollments', 'schoolyear_active']),
      module_ids: listed.map(({ module_id }) => module_id),
      auto_enroll_module_ids: automatic.map(({ module_id }) => module_id),
    },
  ]
}

const moduleOf = ({ module_id, module_name, module_description }: AutomaticOffer) => ({
  id: module_id,
  name: module_name,
  description: module_description,
})

export async function loadStudents(
  kysely: Kysely,
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

/** One row per module of the departments whose students are enrolled automatically. */
const listAutomaticDepartments = (kysely: Kysely) =>
  kysely
    .selectFrom('education_department')
    .innerJoin('education_department_module as held', 'held.education_department_id', 'education_department.id')
    .select(['education_department.id', 'held.module_id'])
    .where('education_department.auto_enroll', '=', true)
    .execute()

const listAutomaticStudents = (kysely: Kysely, userIds: readonly number[]) =>
  kysely
    .selectFrom('user')
    .innerJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select(['user.id', 'user.roles', 'user.information_checked', 'user.confirmation_letters'])
    .select('education_department.id as education_department_id')
    .where('user.id', 'in', userIds)
    .where('education_department.auto_enroll', '=', true)
    .orderBy('user.id')
    .execute()

/** Lists enrollments of these users in the active school year, with the facts that say whether they are current. */
const listHeldEnrollments = (kysely: Kysely, userIds: readonly number[]) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select([
      'enrollment.user_id',
      'enrollment.testmoment_id',
      'enrollment.module_id',
      'testmoment.date',
      'testmoment.duration',
      'schoolyear.active as schoolyear_active',
    ])
    .where('enrollment.user_id', 'in', userIds)
    .where('schoolyear.active', '=', true)
    .execute()
