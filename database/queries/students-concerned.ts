import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { EnrollmentFacts, ModuleFacts } from '#domain/enrollments/enrollment.rules.ts'
import { isConcerned, ofEachKind, type PushKind, type PushWishes, type QuietHours } from '#domain/push/push.rules.ts'
import { pushPreferenceFieldNames, usualPreference } from '#domain/push/push.schema.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'

interface StudentChoices {
  /** in the school year asked for, which is the active one */
  enrollmentsOf(userId: number): readonly EnrollmentFacts[]
  /** ids of modules */
  completedBy(userId: number): ReadonlySet<number>
}

/** What these students have chosen in this school year, and what they have behind them. */
async function listStudentChoices(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  schoolyearId: number,
): Promise<StudentChoices> {
  const enrollments = await kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .select(['enrollment.user_id', 'enrollment.testmoment_id', 'enrollment.module_id'])
    .select(['testmoment.date', 'testmoment.duration'])
    .where('enrollment.user_id', 'in', userIds)
    .where('testmoment.schoolyear_id', '=', schoolyearId)
    .execute()
  const completions = await kysely
    .selectFrom('completed_module')
    .select(['user_id', 'module_id'])
    .where('user_id', 'in', userIds)
    .execute()
  const enrollmentsByUser = Map.groupBy(enrollments, ({ user_id }) => user_id)
  const completionsByUser = Map.groupBy(completions, ({ user_id }) => user_id)
  return {
    enrollmentsOf: (userId) =>
      (enrollmentsByUser.get(userId) ?? []).map(({ testmoment_id, module_id, date, duration }) => ({
        testmoment_id,
        module_id,
        moment: { date, duration, schoolyear_active: true },
      })),
    completedBy: (userId) => new Set(completionsByUser.get(userId)?.map(({ module_id }) => module_id)),
  }
}

/** Whoever has a device that can be told: these users, or the next ones by id. With what they want to hear, and when. */
async function listSubscribers(
  kysely: Kysely<Tables>,
  among: { ids: readonly number[] } | { after: number; limit: number },
) {
  const subscribers = kysely
    .selectFrom('user')
    .leftJoin('push_preference', 'push_preference.user_id', 'user.id')
    .select(['user.id', 'user.roles', 'user.education_department_id'])
    .select(pushPreferenceFieldNames.map((name) => `push_preference.${name}` as const))
    .where('user.activated', '=', true)
    .where('user.information_checked', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('push_subscription')
          .select('push_subscription.id')
          .whereRef('push_subscription.user_id', '=', 'user.id'),
      ),
    )
    .orderBy('user.id')
  if ('ids' in among) return among.ids.length === 0 ? [] : subscribers.where('user.id', 'in', among.ids).execute()
  return subscribers.where('user.id', '>', among.after).limit(among.limit).execute()
}

type Subscriber = Awaited<ReturnType<typeof listSubscribers>>[number]

interface ConcernQuery {
  kind: PushKind
  moment: AnnouncedMoment
  /** at most some hundreds at a time: these users, or the next ones by id */
  among: { ids: readonly number[] } | { after: number; limit: number }
  /** ms since the epoch */
  now: number
}

export interface ConcernAnswer {
  concerned: { user_id: number; quiet: QuietHours | null }[]
  /** the last user that was looked at; null when there was none */
  last: number | null
}

/** Which students with a subscription are to be told, by the one rule of domain/push/push.rules.ts. */
export async function studentsConcerned(
  kysely: Kysely<Tables>,
  { kind, moment, among, now }: ConcernQuery,
): Promise<ConcernAnswer> {
  const subscribers = await listSubscribers(kysely, among)
  const last = subscribers.at(-1)?.id ?? null
  const students = subscribers.filter((subscriber) => isStudent({ roles: rolesOf(subscriber) }))
  if (students.length === 0) return { concerned: [], last }
  const ids = students.map(({ id }) => id)
  const { enrollmentsOf, completedBy } = await listStudentChoices(kysely, ids, moment.schoolyear_id)

  const concerned = students.filter(({ id, education_department_id, ...subscriber }) => {
    const completed = completedBy(id)
    const modules = (moment.modules_of_department.get(education_department_id ?? 0) ?? []).map(
      (module): ModuleFacts => ({ ...module, in_department: true, is_completed: completed.has(module.id) }),
    )
    return isConcerned({ kind, moment, modules, enrollments: enrollmentsOf(id), wishes: wishesOf(subscriber), now })
  })
  return { concerned: concerned.map((student) => ({ user_id: student.id, quiet: quietOf(student) })), last }
}

/** Who never said anything hears both. */
const wishesOf = (chosen: Pick<Subscriber, PushKind>): PushWishes =>
  ofEachKind((kind) => chosen[kind] ?? usualPreference[kind])

const quietOf = ({ quiet_from, quiet_until }: Pick<Subscriber, 'quiet_from' | 'quiet_until'>): QuietHours | null =>
  quiet_from !== null && quiet_until !== null ? { from: quiet_from, until: quiet_until } : null

/** A test moment with all that decides, beside a student's own choices, what may be chosen there. */
interface AnnouncedMoment extends MomentFacts {
  schoolyear_id: number
  modules_of_department: ReadonlyMap<number, readonly { id: number; active: boolean }[]>
}

/** As it is now; undefined once it was deleted. */
export async function findAnnouncedMoment(kysely: Kysely<Tables>, id: number): Promise<AnnouncedMoment | undefined> {
  const moment = await kysely
    .selectFrom('testmoment')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select(['testmoment.id', 'testmoment.schoolyear_id', 'schoolyear.active as schoolyear_active'])
    .select(['testmoment.date', 'testmoment.duration', 'testmoment.max_enrollments'])
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
    module_ids: listed.map(({ module_id }) => module_id),
    modules_of_department: Map.groupBy(held, ({ education_department_id }) => education_department_id),
  }
}
