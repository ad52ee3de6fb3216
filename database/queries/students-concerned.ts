import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Kysely } from '#database/tables.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { EnrollmentFacts, ModuleFacts } from '#domain/enrollments/enrollment.rules.ts'
import { isConcerned, type MomentPushKind } from '#domain/push/push.rules.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { type Among, type ConcernAnswer, listSubscribers } from './push-subscribers.ts'
import { countUnclaimedSeats } from './seats-taken.ts'

interface StudentChoices {
  /** in the school year that was queried, which is the active one */
  enrollmentsOf(userId: number): readonly EnrollmentFacts[]
  /** module ids */
  completedBy(userId: number): ReadonlySet<number>
  /** ids of modules for which they wait for a seat at the moment */
  waitingFor(userId: number): ReadonlySet<number>
}

/**
 * Enrollments of these students in the school year of this moment, the moments where they wait, and their completed
 * modules.
 */
async function listStudentChoices(
  kysely: Kysely,
  userIds: readonly number[],
  moment: AnnouncedMoment,
): Promise<StudentChoices> {
  const enrollments = await kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .select(['enrollment.user_id', 'enrollment.testmoment_id', 'enrollment.module_id'])
    .select(['testmoment.date', 'testmoment.duration'])
    .where('enrollment.user_id', 'in', userIds)
    .where('testmoment.schoolyear_id', '=', moment.schoolyear_id)
    .execute()
  const completions = await kysely
    .selectFrom('completed_module')
    .select(['user_id', 'module_id'])
    .where('user_id', 'in', userIds)
    .execute()
  const waiting =
    moment.seats === 0
      ? []
      : await kysely
          .selectFrom('waiting_entry')
          .select(['user_id', 'module_id'])
          .where('testmoment_id', '=', moment.id)
          .where('user_id', 'in', userIds)
          .execute()
  const enrollmentsByUser = Map.groupBy(enrollments, ({ user_id }) => user_id)
  const completionsByUser = Map.groupBy(completions, ({ user_id }) => user_id)
  const waitingByUser = Map.groupBy(waiting, ({ user_id }) => user_id)
  return {
    enrollmentsOf: (userId) =>
      (enrollmentsByUser.get(userId) ?? []).map(({ testmoment_id, module_id, date, duration }) => ({
        testmoment_id,
        module_id,
        moment: { date, duration, schoolyear_active: true },
      })),
    completedBy: (userId) => new Set(completionsByUser.get(userId)?.map(({ module_id }) => module_id)),
    waitingFor: (userId) => new Set(waitingByUser.get(userId)?.map(({ module_id }) => module_id)),
  }
}

interface ConcernQuery {
  kind: MomentPushKind
  moment: AnnouncedMoment
  among: Among
  now: number
}

/** Students with a subscription who are to be notified, by the rule in domain/push/push.rules.ts. */
export async function studentsConcerned(
  kysely: Kysely,
  { kind, moment, among, now }: ConcernQuery,
): Promise<ConcernAnswer> {
  const subscribers = await listSubscribers(kysely, among)
  const last = subscribers.at(-1)?.user_id ?? null
  const students = subscribers.filter(({ is_student, information_checked }) => is_student && information_checked)
  if (students.length === 0) return { concerned: [], last }
  const ids = students.map(({ user_id }) => user_id)
  const { enrollmentsOf, completedBy, waitingFor } = await listStudentChoices(kysely, ids, moment)

  const concerned = students.filter(({ user_id, education_department_id, wishes }) => {
    const [completed, waited] = [completedBy(user_id), waitingFor(user_id)]
    const modules = (moment.modules_of_department.get(education_department_id ?? 0) ?? [])
      .filter(({ id }) => !waited.has(id))
      .map((module): ModuleFacts => ({ ...module, in_department: true, is_completed: completed.has(module.id) }))
    const { free_seats } = moment
    return isConcerned({ kind, moment, free_seats, modules, enrollments: enrollmentsOf(user_id), wishes, now })
  })
  return { concerned, last }
}

/** Test moment with all that decides, apart from a student's own choices, what may be chosen there. */
interface AnnouncedMoment extends MomentFacts, WhenAndWhere {
  schoolyear_id: number
  /** 0 means no limit */
  seats: number
  /** number of free seats that nobody waits for; undefined without a limit */
  free_seats: number | undefined
  modules_of_department: ReadonlyMap<number, readonly { id: number; active: boolean }[]>
}

export async function findAnnouncedMoment(kysely: Kysely, id: number): Promise<AnnouncedMoment | undefined> {
  const moment = await kysely
    .selectFrom('testmoment')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select(['testmoment.id', 'testmoment.schoolyear_id', 'schoolyear.active as schoolyear_active'])
    .select([...whenAndWhereColumns, 'testmoment.max_enrollments', 'testmoment.seats'])
    .select(['testmoment.enrollments_enabled', 'testmoment.enrollments_close_at'])
    .where('testmoment.id', '=', id)
    .executeTakeFirst()
  if (!moment) return undefined
  const listed = await kysely
    .selectFrom('testmoment_module')
    .select('module_id')
    .where('testmoment_id', '=', id)
    .execute()
  const held = await kysely
    .selectFrom('education_department_module as held')
    .innerJoin('module', 'module.id', 'held.module_id')
    .select(['held.education_department_id', 'module.id', 'module.active'])
    .execute()
  return {
    ...moment,
    free_seats: moment.seats > 0 ? await countUnclaimedSeats(kysely, id) : undefined,
    module_ids: listed.map(({ module_id }) => module_id),
    modules_of_department: Map.groupBy(held, ({ education_department_id }) => education_department_id),
  }
}
